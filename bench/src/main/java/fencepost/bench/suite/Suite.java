package fencepost.bench.suite;

import fencepost.bench.suite.gaspi.GaspiSuite;
import fencepost.bench.suite.mpi.MpiSuite;
import fencepost.bench.suite.shmem.ShmemSuite;
import fencepost.trace.Model;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** All scenarios of a model, and the languages in which they are written. */
public interface Suite {
  List<Scenario> scenarios();

  /** The frames in which to write a scenario; only the first is sure to have its constructs. */
  List<Frame> frames(Scenario scenario);

  /** The text of every file by its name, always the same. */
  default Map<String, String> files() {
    Map<String, String> files = new LinkedHashMap<>();
    for (Scenario scenario : scenarios()) {
      List<Frame> frames = frames(scenario);
      files.putAll(new CaseWriter(scenario, frames.get(0)).files());
      for (Frame frame : frames.subList(1, frames.size())) {
        try {
          files.putAll(new CaseWriter(scenario, frame).files());
        } catch (UnsupportedOperationException theLanguageDoesNotHaveIt) {
          // then there is no such file
        }
      }
    }
    return files;
  }

  static Suite of(Model model) {
    return switch (model) {
      case MPI -> new MpiSuite();
      case SHMEM -> new ShmemSuite();
      case GASPI -> new GaspiSuite();
    };
  }
}
