package fencepost.cli;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How MPI programs are started here. */
final class Launcher {
  private Launcher() {}

  /** The words to put before the program. */
  static List<String> command(@Nullable String custom, int processes) {
    if (custom != null) {
      return List.of(custom.strip().split("\\s+"));
    }
    Packages.require("mpirun");
    List<String> command = new ArrayList<>(List.of("mpirun"));
    if (Shell.run(List.of("mpirun", "--version")).output().contains("Open MPI")) {
      // More processes than cores is normal for a test; as root (in containers) Open MPI wants to
      // be asked twice.
      command.addAll(List.of("--oversubscribe", "--allow-run-as-root"));
    }
    command.addAll(List.of("-n", String.valueOf(processes)));
    return command;
  }
}
