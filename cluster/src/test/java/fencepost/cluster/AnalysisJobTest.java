package fencepost.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import fencepost.bench.Workload;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.java.tuple.Tuple3;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.executiongraph.AccessExecutionGraph;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** A job reports the same as the analysis of one process, byte for byte. */
class AnalysisJobTest {
  private static final int RANDOM = Integer.getInteger("fencepost.traces", 10);
  private static final int WORKERS = 2;
  private static final Duration OFTEN = Duration.ofMillis(50);

  private static MiniCluster cluster;

  /** How many workers were lost: those that are there have the numbers from this one on. */
  private static int lost;

  @TempDir private Path directory;

  @BeforeAll
  static void startCluster() throws Exception {
    Configuration configuration = new Configuration();
    configuration.set(RestOptions.BIND_PORT, "0");
    cluster =
        new MiniCluster(
            new MiniClusterConfiguration.Builder()
                .setConfiguration(configuration)
                .setNumTaskManagers(WORKERS)
                .setNumSlotsPerTaskManager(3)
                .build());
    cluster.start();
  }

  @AfterAll
  static void stopCluster() throws Exception {
    cluster.close();
  }

  private static StreamExecutionEnvironment environment() throws Exception {
    URI address = cluster.getRestAddress().get();
    return StreamExecutionEnvironment.createRemoteEnvironment(
        address.getHost(), address.getPort(), AnalysisJob.configuration(OFTEN));
  }

  private static TraceSource trace(Path directory, int parts) {
    return trace(directory, false, parts);
  }

  private static TraceSource trace(Path directory, boolean live, int parts) {
    return new TraceSource(
        new TraceSource.Task(directory.toString(), live, parts, Set.of(), false));
  }

  private static String report(Source<Tuple3<Integer, Integer, byte[]>, ?, ?> trace, int parts)
      throws Exception {
    StreamExecutionEnvironment environment = environment();
    AnalysisJob job = AnalysisJob.in(environment, trace, parts, false);
    JobClient client = environment.executeAsync("test");
    String report = Reports.of(job.await(records -> {}));
    client.getJobExecutionResult().get();
    return report;
  }

  @TestFactory
  Stream<DynamicTest> randomTracesAreReportedAsByOneProcess() {
    return LongStream.range(0, RANDOM)
        .mapToObj(
            seed ->
                DynamicTest.dynamicTest(
                    "seed " + seed,
                    () -> {
                      Path trace = directory.resolve("random" + seed);
                      RandomTrace.write(trace, seed);
                      int parts = 1 + (int) (seed % 3);
                      assertThat(report(trace(trace, parts), parts))
                          .isEqualTo(Reports.embedded(trace));
                    }));
  }

  @Test
  void manyRandomTracesHaveRaces() throws IOException {
    int racy = 0;
    for (int seed = 0; seed < 30; seed++) {
      Path trace = directory.resolve("random" + seed);
      RandomTrace.write(trace, seed);
      racy += Reports.embedded(trace).contains("\"rule\"") ? 1 : 0;
    }
    assertThat(racy).isBetween(10, 29);
  }

  @Test
  void aLongTraceIsReportedAsByOneProcess() throws Exception {
    Path trace = directory.resolve("long");
    Workload.RANDOM.write(trace, 5, 20_000, 23);
    assertThat(report(trace(trace, 2), 2)).isEqualTo(Reports.embedded(trace));
  }

  /** Behind a checkpoint in the middle all workers are lost, and others take their place. */
  @Test
  void losingTheWorkersChangesNothing() throws Exception {
    Path trace = directory.resolve("lost");
    Workload.PAIRWISE.write(trace, 5, 60_000, 23);
    GatedSource.READERS.set(0);
    StreamExecutionEnvironment environment = environment();
    AnalysisJob job = AnalysisJob.in(environment, new GatedSource(trace(trace, 2), 40), 2, false);
    JobClient client = environment.executeAsync("losing a worker");
    awaitCheckpoint(client.getJobID());
    loseWorkers();
    assertThat(Reports.of(job.await(records -> {}))).isEqualTo(Reports.embedded(trace));
    assertThat(GatedSource.READERS.get()).isGreaterThan(1);
    assertThat(restored(client.getJobID())).isPositive();
  }

  @TestFactory
  Stream<DynamicTest> aTraceThatIsStillWrittenIsReportedAsWhenItIsWhole() {
    return LongStream.range(0, RANDOM / 2)
        .mapToObj(
            seed ->
                DynamicTest.dynamicTest(
                    "seed " + seed,
                    () -> {
                      Path whole = directory.resolve("whole" + seed);
                      RandomTrace.write(whole, seed);
                      Path growing = Files.createDirectory(directory.resolve("growing" + seed));
                      CompletableFuture<Void> writing =
                          CompletableFuture.runAsync(() -> Growth.copy(whole, growing, seed));
                      assertThat(report(trace(growing, true, 2), 2))
                          .isEqualTo(Reports.embedded(whole));
                      writing.get();
                    }));
  }

  /** Who takes the place of the first reader reads the same, though more is written by then. */
  @Test
  void losingTheWorkersWhileTheProgramRunsChangesNothing() throws Exception {
    Path whole = directory.resolve("whole");
    Workload.PAIRWISE.write(whole, 5, 60_000, 23);
    Path growing = Files.createDirectory(directory.resolve("growing"));
    GatedSource.READERS.set(0);
    StreamExecutionEnvironment environment = environment();
    AnalysisJob job =
        AnalysisJob.in(environment, new GatedSource(trace(growing, true, 2), 40), 2, false);
    JobClient client = environment.executeAsync("losing a worker");
    CompletableFuture<Void> writing =
        CompletableFuture.runAsync(() -> Growth.copy(whole, growing, 1));
    awaitCheckpoint(client.getJobID());
    loseWorkers();
    assertThat(Reports.of(job.await(records -> {}))).isEqualTo(Reports.embedded(whole));
    assertThat(GatedSource.READERS.get()).isGreaterThan(1);
    writing.get();
  }

  private static AccessExecutionGraph graph(JobID job) throws Exception {
    return cluster.getExecutionGraph(job).get();
  }

  private static void loseWorkers() throws Exception {
    for (int worker = 0; worker < WORKERS; worker++) {
      cluster.startTaskManager();
      cluster.terminateTaskManager(lost++).get();
    }
  }

  private static void awaitCheckpoint(JobID job) throws Exception {
    while (graph(job).getCheckpointStatsSnapshot() == null
        || graph(job).getCheckpointStatsSnapshot().getCounts().getNumberOfCompletedCheckpoints()
            < 3) {
      Thread.sleep(20);
    }
  }

  private static long restored(JobID job) throws Exception {
    return graph(job).getCheckpointStatsSnapshot().getCounts().getNumberOfRestoredCheckpoints();
  }
}
