package fencepost.bench.suite.gaspi;

import fencepost.bench.suite.Frame;
import fencepost.bench.suite.Scenario;
import fencepost.bench.suite.Suite;
import java.util.ArrayList;
import java.util.List;

/** The scenarios of GASPI. */
public final class GaspiSuite implements Suite {
  private static final GaspiC C = new GaspiC();

  @Override
  public List<Scenario> scenarios() {
    List<Scenario> all = new ArrayList<>();
    all.addAll(GaspiConflicts.all());
    all.addAll(GaspiSync.all());
    all.addAll(GaspiAtomics.all());
    all.addAll(new GaspiHybrid().all());
    all.addAll(GaspiMisc.all());
    all.addAll(GaspiOrder.all());
    all.addAll(GaspiSchedule.all());
    return all;
  }

  @Override
  public List<Frame> frames(Scenario scenario) {
    return List.of(C);
  }
}
