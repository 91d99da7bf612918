package fencepost.bench.suite.mpi;

import fencepost.bench.suite.Frame;
import fencepost.bench.suite.Scenario;
import fencepost.bench.suite.Suite;
import java.util.ArrayList;
import java.util.List;

/** The scenarios of MPI. */
public final class MpiSuite implements Suite {
  private static final Frame C = new MpiC();
  private static final Frame CXX = new MpiCxx();
  private static final Frame FORTRAN = new MpiFortran();

  @Override
  public List<Scenario> scenarios() {
    List<Scenario> all = new ArrayList<>();
    all.addAll(MpiConflicts.all());
    all.addAll(MpiCompletion.all());
    all.addAll(MpiRequests.all());
    all.addAll(MpiMistakes.all());
    all.addAll(MpiSynchronisation.all());
    all.addAll(MpiActiveTarget.all());
    all.addAll(MpiLocks.all());
    all.addAll(MpiSharedMemory.all());
    all.addAll(MpiAtomics.all());
    all.addAll(new MpiHybrid().all());
    all.addAll(MpiMisc.all());
    all.addAll(MpiOrder.all());
    all.addAll(MpiSchedule.all());
    return all;
  }

  @Override
  public List<Frame> frames(Scenario scenario) {
    return switch (scenario.category()) {
      case SYNC -> List.of(C, FORTRAN);
      case ATOMIC -> List.of(C, CXX);
      default -> List.of(C);
    };
  }
}
