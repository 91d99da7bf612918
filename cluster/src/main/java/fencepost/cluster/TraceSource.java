package fencepost.cluster;

import fencepost.frontend.Strict;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.java.tuple.Tuple3;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.jspecify.annotations.Nullable;

/**
 * A trace directory, from which {@link OrderReader} tells the parts of the race index. There is one
 * reader: the order of synchronisations is one for all ranks. What it tells depends on the trace
 * alone, so how many letters it has sent is all that a checkpoint keeps of it.
 */
final class TraceSource
    implements Source<Tuple3<Integer, Integer, byte[]>, TraceSource.Position, Boolean> {

  /**
   * What is analysed, and how.
   *
   * @param live whether the program is still running that writes the trace
   * @param parts of the race index
   * @param threads whether races of the threads of one process count
   */
  record Task(String directory, boolean live, int parts, Set<Strict> strict, boolean threads)
      implements Serializable {}

  /** How many letters have been sent. */
  record Position(long sent) implements SourceSplit {
    @Override
    public String splitId() {
      return "trace";
    }
  }

  private final Task task;

  TraceSource(Task task) {
    this.task = task;
  }

  @Override
  public Boundedness getBoundedness() {
    return Boundedness.BOUNDED;
  }

  @Override
  public SourceReader<Tuple3<Integer, Integer, byte[]>, Position> createReader(
      SourceReaderContext context) {
    return new OrderReader(task);
  }

  @Override
  public SplitEnumerator<Position, Boolean> createEnumerator(
      SplitEnumeratorContext<Position> context) {
    return new OnlyReader(context, new Position(0));
  }

  @Override
  public SplitEnumerator<Position, Boolean> restoreEnumerator(
      SplitEnumeratorContext<Position> context, Boolean given) {
    return new OnlyReader(context, given ? null : new Position(0));
  }

  /** Gives the trace to the reader, also to one that takes the place of another one. */
  private static final class OnlyReader implements SplitEnumerator<Position, Boolean> {
    private final SplitEnumeratorContext<Position> context;
    private @Nullable Position left;

    OnlyReader(SplitEnumeratorContext<Position> context, @Nullable Position left) {
      this.context = context;
      this.left = left;
    }

    @Override
    public void start() {}

    @Override
    public void handleSplitRequest(int reader, @Nullable String host) {}

    @Override
    public void addSplitsBack(List<Position> splits, int reader) {
      left = splits.isEmpty() ? left : splits.get(0);
      if (context.registeredReaders().containsKey(reader)) {
        addReader(reader);
      }
    }

    @Override
    public void addReader(int reader) {
      if (left != null) {
        context.assignSplit(left, reader);
        left = null;
      }
      context.signalNoMoreSplits(reader);
    }

    @Override
    public Boolean snapshotState(long checkpoint) {
      return left == null;
    }

    @Override
    public void close() {}
  }

  @Override
  public SimpleVersionedSerializer<Position> getSplitSerializer() {
    return new Written<>() {
      @Override
      public byte[] serialize(Position position) {
        return ByteBuffer.allocate(Long.BYTES).putLong(position.sent).array();
      }

      @Override
      public Position deserialize(int version, byte[] bytes) {
        return new Position(ByteBuffer.wrap(bytes).getLong());
      }
    };
  }

  @Override
  public SimpleVersionedSerializer<Boolean> getEnumeratorCheckpointSerializer() {
    return new Written<>() {
      @Override
      public byte[] serialize(Boolean given) {
        return new byte[] {(byte) (given ? 1 : 0)};
      }

      @Override
      public Boolean deserialize(int version, byte[] bytes) {
        return bytes[0] == 1;
      }
    };
  }

  /** Checkpoints are read by the job that wrote them: there is one version. */
  private interface Written<T> extends SimpleVersionedSerializer<T> {
    @Override
    default int getVersion() {
      return 1;
    }
  }
}
