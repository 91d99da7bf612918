package fencepost.cluster;

import fencepost.frontend.Strict;
import fencepost.report.AnalysedTrace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * Has a cluster analyse a trace. Started by commands with {@code --flink} as a process of its own,
 * so that Flink is on no other class path; the result is a file that the command reads.
 */
public final class Submission {
  private static final Duration BETWEEN_CHECKPOINTS = Duration.ofSeconds(2);

  private Submission() {}

  /** HOST PORT PARTS (0: as many as workers) THREADS STRICT LIVE DIRECTORY RESULT JAR... */
  public static void main(String[] arguments) throws Exception {
    String host = arguments[0];
    int port = Integer.parseInt(arguments[1]);
    int parts = parts(host, port, Integer.parseInt(arguments[2]));
    boolean threads = Boolean.parseBoolean(arguments[3]);
    Set<Strict> strict =
        Arrays.stream(arguments[4].split(","))
            .filter(name -> !name.isEmpty())
            .map(Strict::valueOf)
            .collect(Collectors.toSet());
    String[] jars = Arrays.copyOfRange(arguments, 8, arguments.length);
    StreamExecutionEnvironment environment =
        StreamExecutionEnvironment.createRemoteEnvironment(
            host, port, AnalysisJob.configuration(BETWEEN_CHECKPOINTS), jars);
    boolean live = Boolean.parseBoolean(arguments[5]);
    String directory = arguments[6];
    TraceSource trace =
        new TraceSource(new TraceSource.Task(directory, live, parts, strict, threads));
    AnalysisJob job = AnalysisJob.in(environment, trace, parts, threads);
    JobClient client = environment.executeAsync("fencepost " + directory);
    System.err.printf(
        "fencepost: the analysis is http://%s:%d/#/job/running/%s%n",
        host, port, client.getJobID());
    Runtime.getRuntime().addShutdownHook(new Thread(() -> cancelIfRunning(client)));
    AnalysedTrace analysed =
        job.await(records -> System.err.printf("fencepost: %,d records are in order%n", records));
    write(Path.of(arguments[7]), analysed);
    client.getJobExecutionResult().get();
    Runtime.getRuntime().halt(0); // nothing is left to cancel
  }

  /** If not said otherwise, each worker has a part of the race index. */
  private static int parts(String host, int port, int wanted) throws IOException {
    Overview cluster = Overview.of(host, port);
    return wanted > 0 ? wanted : Math.max(1, Math.min(cluster.workers(), cluster.free()));
  }

  private static void write(Path file, AnalysedTrace analysed) throws IOException {
    Files.write(file, Letter.bytes(analysed));
  }

  private static void cancelIfRunning(JobClient client) {
    client.cancel().exceptionally(failure -> null).join();
  }
}
