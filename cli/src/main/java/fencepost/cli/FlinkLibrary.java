package fencepost.cli;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

/**
 * Apache Flink, and the job that analyses a trace on it: a directory beside the jar, which a
 * checkout fills when a command first needs it. It is on no class path but that of processes which
 * are started for it.
 */
final class FlinkLibrary {
  private static final String NAME = "flink";
  private static final String JOB = "fencepost-cluster.jar";

  private FlinkLibrary() {}

  /** The job, which has to be as new as we are. */
  private static Path job() {
    return Installation.beside(NAME).resolve(JOB);
  }

  private static boolean isThere() throws IOException {
    return Files.exists(job())
        && Files.getLastModifiedTime(job())
                .compareTo(Files.getLastModifiedTime(Installation.code()))
            >= 0;
  }

  /** Runs a class of the job in a process of its own, which shares the terminal with us. */
  static int run(String main, List<String> arguments) {
    fetchIfMissing();
    Path own = Installation.code();
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    for (String opened : List.of("lang", "net", "io", "nio", "time", "util", "util.concurrent")) {
      command.add("--add-opens=java.base/java." + opened + "=ALL-UNNAMED");
    }
    command.add("-Dorg.slf4j.simpleLogger.defaultLogLevel=off");
    String path = own + ":" + Installation.beside(NAME) + "/*";
    command.addAll(List.of("-XX:+UseSerialGC", "-cp", path, "fencepost.cluster." + main));
    command.addAll(arguments);
    return Shell.runHere(command);
  }

  /** The jars that a cluster needs of us. */
  static List<String> jars() {
    return List.of(Installation.code().toString(), job().toString());
  }

  private static void fetchIfMissing() {
    try {
      if (isThere()) {
        return;
      }
      Path checkout = Installation.requireCheckout("the build that fetches Flink");
      Packages.require("mvn");
      try (FileChannel channel =
              FileChannel.open(Installation.beside(".flink-lock"), CREATE, WRITE);
          FileLock held = channel.lock()) {
        if (held.isValid() && !isThere()) {
          fetch(checkout);
        }
      }
    } catch (IOException e) {
      throw new ToolFailure(ExitCode.TOOL_FAILED, FileTrouble.describe(e));
    }
  }

  /** Modules that have not changed are not compiled again; Flink itself is fetched once. */
  private static void fetch(Path checkout) throws IOException {
    System.err.println("fencepost: building the job for Flink (once, and when sources change)");
    List<String> maven =
        List.of(
            "mvn",
            "-B",
            "package",
            "-Pcluster",
            "-pl",
            "cluster",
            "-am",
            "-Dmaven.test.skip=true",
            "-Dflink.directory=" + Installation.beside(NAME));
    Shell.Result built = Shell.run(maven, checkout, line -> LlvmLibrary.show("Flink", line));
    Terminal.clearProgress();
    if (built.exitCode() != 0) {
      built
          .output()
          .lines()
          .filter(line -> !line.contains("INFO") && !line.startsWith("Download"))
          .forEach(System.err::println);
      throw new ToolFailure(ExitCode.TOOL_FAILED, "Flink could not be fetched, see above");
    }
    Files.copy(
        checkout.resolve("cluster/target/fencepost-cluster.jar"),
        job(),
        StandardCopyOption.REPLACE_EXISTING);
  }
}
