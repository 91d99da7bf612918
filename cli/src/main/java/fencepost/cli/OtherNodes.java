package fencepost.cli;

import fencepost.nodes.Agent;
import fencepost.nodes.Nodes;
import fencepost.nodes.PartWriter;
import fencepost.trace.LiveTrace;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How a run takes other nodes in. Processes that do not find the analyser on their node start an
 * agent there, with what the environment tells them.
 */
final class OtherNodes {
  /** The command of an agent, which only processes of a run use. */
  static final String AGENT = "agent";

  /** What users are told of launchers. */
  static final String NEEDED = "; the launcher must pass the variables FENCEPOST_* on to it";

  /** The variables that Open MPI's launcher passes on to other nodes. */
  private static final String PASSED_ON = "OMPI_MCA_mca_base_env_list";

  /** What srun passes on, if that is not all: batch scripts with --export=NONE have it set. */
  private static final String EXPORTED = "SLURM_EXPORT_ENV";

  private static final String SETTLE = PartWriter.SETTLE;
  private static final String PATIENCE = "FENCEPOST_PATIENCE";
  private static final Duration USUAL_SETTLE = Duration.ofMillis(1);
  private static final Duration USUAL_PATIENCE = Duration.ofSeconds(20);

  private OtherNodes() {}

  /** Lets other nodes take part in a run. */
  static Nodes listen(LiveTrace trace, @Nullable String bind) throws IOException {
    Nodes nodes =
        Nodes.listen(
            bind,
            number(SETTLE).map(Duration::ofMillis).orElse(USUAL_SETTLE),
            patience(),
            trace::settle);
    trace.join(nodes::newRings);
    return nodes;
  }

  /** How long a node may be away. */
  static Duration patience() {
    return number(PATIENCE).map(Duration::ofSeconds).orElse(USUAL_PATIENCE);
  }

  private static java.util.Optional<Long> number(String variable) {
    String value = System.getenv(variable);
    if (value == null) {
      return java.util.Optional.empty();
    }
    ToolFailure.require(value.matches("[0-9]{1,6}"), variable + " must be a number, not " + value);
    return java.util.Optional.of(Long.parseLong(value));
  }

  /** Lets every node write its part of a trace, and nobody connect. */
  static Map<String, String> recording(Path trace) {
    Map<String, String> environment = new TreeMap<>(Nodes.anyRun());
    environment.put(PartWriter.TRACE, trace.toString());
    environment.put(SETTLE, String.valueOf(number(SETTLE).orElse(USUAL_SETTLE.toMillis())));
    return environment;
  }

  /**
   * Adds what processes on other nodes need to what those of this node have.
   *
   * @param forNodes what the agents need to know
   */
  static void describe(Map<String, String> forNodes, Map<String, String> environment) {
    Map<String, String> all = new TreeMap<>(forNodes);
    all.put("FENCEPOST_AGENT", command());
    environment.putAll(all);
    List<String> passed =
        Stream.concat(
                Stream.of("FENCEPOST_DIR", "FENCEPOST_THREADS", "FENCEPOST_SHAKE")
                    .filter(environment::containsKey),
                all.keySet().stream())
            .toList();
    environment.merge(PASSED_ON, String.join(";", passed), (theirs, ours) -> theirs + ";" + ours);
    environment.computeIfPresent(
        EXPORTED,
        (name, theirs) ->
            (theirs.matches("NONE|NIL") ? "" : theirs + ",") + String.join(",", passed));
  }

  /** The same program as this one, with less memory; messages of the system are in English. */
  private static String command() {
    return Stream.of(
            Path.of(System.getProperty("java.home", ""), "bin", "java").toString(),
            "-Xmx256m",
            "-Xshare:auto",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path", ""),
            Main.class.getName(),
            AGENT)
        .map(word -> "'" + word.replace("'", "'\\''") + "'")
        .collect(Collectors.joining(" ", "LC_ALL=C ", ""));
  }

  /** What the command does. */
  static int work(Path directory) {
    try {
      if (System.getenv(PartWriter.TRACE) == null) {
        Agent.work(directory);
      } else {
        PartWriter.work(directory);
      }
      return ExitCode.NOTHING_FOUND;
    } catch (FileSystemException e) {
      throw new ToolFailure(ExitCode.TOOL_FAILED, FileTrouble.describe(e));
    } catch (IOException e) {
      throw new ToolFailure(ExitCode.TOOL_FAILED, String.valueOf(e.getMessage()));
    }
  }
}
