package fencepost.bench.suite.shmem;

import fencepost.bench.suite.Frame;
import fencepost.bench.suite.Scenario;
import fencepost.bench.suite.Suite;
import java.util.ArrayList;
import java.util.List;

/** The scenarios of OpenSHMEM. */
public final class ShmemSuite implements Suite {
  private static final ShmemC C = new ShmemC();

  @Override
  public List<Scenario> scenarios() {
    List<Scenario> all = new ArrayList<>();
    all.addAll(ShmemConflicts.all());
    all.addAll(ShmemCompletion.all());
    all.addAll(ShmemSynchronisation.all());
    all.addAll(ShmemFences.all());
    all.addAll(ShmemFlags.all());
    all.addAll(ShmemSignals.all());
    all.addAll(ShmemLocks.all());
    all.addAll(ShmemContexts.all());
    all.addAll(ShmemPointers.all());
    all.addAll(ShmemAtomics.all());
    all.addAll(new ShmemHybrid().all());
    all.addAll(ShmemMisc.all());
    all.addAll(ShmemOrder.all());
    all.addAll(ShmemSchedule.all());
    return all;
  }

  @Override
  public List<Frame> frames(Scenario scenario) {
    return List.of(C);
  }
}
