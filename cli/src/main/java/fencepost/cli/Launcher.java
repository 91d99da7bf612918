package fencepost.cli;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** How MPI programs are started here. */
final class Launcher {
  private Launcher() {}

  /** The words to put before a program: those of the MPI library that it is linked with. */
  static List<String> command(@Nullable String custom, int processes, String program) {
    return custom == null
        ? MpiLibrary.of(program).orElseGet(MpiLibrary::usual).start(processes)
        : List.of(custom.strip().split("\\s+"));
  }

  /** The words to put before any program. */
  static List<String> command(@Nullable String custom, int processes) {
    return custom == null
        ? MpiLibrary.usual().start(processes)
        : List.of(custom.strip().split("\\s+"));
  }
}
