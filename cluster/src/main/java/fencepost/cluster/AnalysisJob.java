package fencepost.cluster;

import fencepost.report.AnalysedTrace;
import fencepost.report.RaceCollector;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.java.tuple.Tuple3;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.CloseableIterator;

/**
 * The job.
 *
 * <pre>
 *   order of records (1 task)  --letters, by part-->  race index (n tasks)  --races-->  client
 *            \________________________ all else that a report says __________________/
 * </pre>
 *
 * All of the algorithm is in other rooms; here is only who runs what where.
 */
final class AnalysisJob {
  private static final int RESTARTS = 20;

  private final CloseableIterator<Tuple3<Integer, Integer, byte[]>> results;

  private AnalysisJob(CloseableIterator<Tuple3<Integer, Integer, byte[]>> results) {
    this.results = results;
  }

  /** What the job asks of any cluster. A checkpoint that fails only makes a failure cost more. */
  static Configuration configuration(Duration betweenCheckpoints) {
    Configuration configuration = new Configuration();
    configuration.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, betweenCheckpoints);
    configuration.set(CheckpointingOptions.TOLERABLE_FAILURE_NUMBER, Integer.MAX_VALUE);
    configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
    configuration.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, RESTARTS);
    configuration.set(
        RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofSeconds(1));
    return configuration;
  }

  /** Puts the stages together; they run when the environment is executed. */
  static AnalysisJob in(
      StreamExecutionEnvironment environment,
      Source<Tuple3<Integer, Integer, byte[]>, ?, ?> trace,
      int parts,
      boolean threads) {
    DataStream<Tuple3<Integer, Integer, byte[]>> letters =
        environment
            .fromSource(trace, WatermarkStrategy.noWatermarks(), "order", Letter.TYPE)
            .setParallelism(1);
    DataStream<Tuple3<Integer, Integer, byte[]>> races =
        letters
            .filter(letter -> letter.f0 >= 0)
            .setParallelism(1)
            .partitionCustom(IndexOperator::taskOf, letter -> letter.f0)
            .transform("race index", Letter.TYPE, new IndexOperator(threads))
            .setParallelism(parts);
    DataStream<Tuple3<Integer, Integer, byte[]>> rest =
        letters.filter(letter -> letter.f0 < 0).setParallelism(1);
    return new AnalysisJob(races.union(rest).collectAsync());
  }

  /** Waits for the results. */
  AnalysedTrace await(LongConsumer progress) throws IOException {
    Map<Integer, TreeMap<Integer, byte[]>> pieces = new TreeMap<>();
    while (results.hasNext()) {
      Tuple3<Integer, Integer, byte[]> piece = results.next();
      if (piece.f0 == Letter.PROGRESS) {
        progress.accept(ByteBuffer.wrap(piece.f2).getLong());
      } else {
        pieces.computeIfAbsent(piece.f0, key -> new TreeMap<>()).put(piece.f1, piece.f2);
      }
    }
    TreeMap<Integer, byte[]> outcome = pieces.remove(Letter.OUTCOME);
    if (outcome == null) {
      throw new IOException("the job has ended without a result");
    }
    AnalysedTrace analysed = Letter.object(joined(outcome), AnalysedTrace.class);
    for (TreeMap<Integer, byte[]> part : pieces.values()) {
      analysed.races().addAll(Letter.object(joined(part), RaceCollector.class));
    }
    return analysed;
  }

  private static byte[] joined(TreeMap<Integer, byte[]> pieces) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    pieces.values().forEach(bytes::writeBytes);
    return bytes.toByteArray();
  }
}
