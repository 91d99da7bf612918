package fencepost.cli;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** How MPI programs are started here. */
final class Launcher {
  private Launcher() {}

  /** The words to put before a program: those of the MPI library that it is linked with. */
  static List<String> command(@Nullable String custom, int processes, String program) {
    return command(custom, processes, Hosts.ANY, program);
  }

  /** The same for a program on certain hosts. */
  static List<String> command(@Nullable String custom, int processes, Hosts hosts, String program) {
    return custom == null
        ? MpiLibrary.of(program).orElseGet(MpiLibrary::usual).start(processes, hosts)
        : words(custom);
  }

  /** The words to put before any program. */
  static List<String> command(@Nullable String custom, int processes) {
    return custom == null ? MpiLibrary.usual().start(processes) : words(custom);
  }

  /** A command of the user's, which must be there. */
  static List<String> words(String custom) {
    List<String> words = Words.of("--launcher", custom);
    ToolFailure.require(!words.isEmpty(), "--launcher names no command");
    ToolFailure.require(
        Shell.find(words.get(0)).isPresent(), "there is no launcher " + words.get(0));
    return words;
  }
}
