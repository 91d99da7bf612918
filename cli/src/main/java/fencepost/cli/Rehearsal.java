package fencepost.cli;

import fencepost.trace.OwnedDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * What commands do at their start, all in one JVM, which keeps the classes for the next start of a
 * command ({@code packaging/build}). It needs no compiler and no communication library: the traces
 * are made up, and the program that is run is none of ours.
 */
final class Rehearsal {
  private Rehearsal() {}

  /** Runs the commands; what they say is of no interest. */
  public static void main(String[] arguments) throws IOException {
    try (OwnedDirectory work = OwnedDirectory.create("rehearsal")) {
      commands(work.path()).forEach(Main::run);
    }
  }

  static List<String[]> commands(Path work) {
    Path trace = work.resolve("trace");
    return List.of(
        words(
            "bench throughput --programs=FENCE,PAIRWISE,RANDOM,LOCKS --ranks=2 --events=500"
                + " --runs=1 --warm-up=0"),
        words("bench trace --program=FENCE --ranks=2 --events=500 --races=2 " + trace),
        words("analyze --json=" + work.resolve("report.json") + " " + trace),
        words("run --launcher=env true"));
  }

  private static String[] words(String command) {
    return command.split(" ");
  }
}
