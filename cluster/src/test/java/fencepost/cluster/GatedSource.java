package fencepost.cluster;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.java.tuple.Tuple3;
import org.apache.flink.core.io.InputStatus;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/** A trace of which the first reader stops after some letters, and never goes on. */
final class GatedSource
    implements Source<Tuple3<Integer, Integer, byte[]>, TraceSource.Position, Boolean> {

  /** How many readers there have been, in all jobs of this JVM. */
  static final AtomicInteger READERS = new AtomicInteger();

  private final TraceSource source;
  private final int letters;

  GatedSource(TraceSource source, int letters) {
    this.source = source;
    this.letters = letters;
  }

  @Override
  public SourceReader<Tuple3<Integer, Integer, byte[]>, TraceSource.Position> createReader(
      SourceReaderContext context) {
    SourceReader<Tuple3<Integer, Integer, byte[]>, TraceSource.Position> reader =
        source.createReader(context);
    return READERS.incrementAndGet() == 1 ? new Gate(reader, letters) : reader;
  }

  private static final class Gate
      implements SourceReader<Tuple3<Integer, Integer, byte[]>, TraceSource.Position> {
    private final SourceReader<Tuple3<Integer, Integer, byte[]>, TraceSource.Position> reader;
    private final int letters;
    private int polled;

    Gate(SourceReader<Tuple3<Integer, Integer, byte[]>, TraceSource.Position> reader, int letters) {
      this.reader = reader;
      this.letters = letters;
    }

    @Override
    public void start() {
      reader.start();
    }

    @Override
    public InputStatus pollNext(ReaderOutput<Tuple3<Integer, Integer, byte[]>> output)
        throws Exception {
      return polled++ < letters ? reader.pollNext(output) : InputStatus.NOTHING_AVAILABLE;
    }

    @Override
    public List<TraceSource.Position> snapshotState(long checkpoint) {
      return reader.snapshotState(checkpoint);
    }

    @Override
    public CompletableFuture<Void> isAvailable() {
      return polled < letters ? reader.isAvailable() : new CompletableFuture<>();
    }

    @Override
    public void addSplits(List<TraceSource.Position> splits) {
      reader.addSplits(splits);
    }

    @Override
    public void notifyNoMoreSplits() {
      reader.notifyNoMoreSplits();
    }

    @Override
    public void close() throws Exception {
      reader.close();
    }
  }

  @Override
  public Boundedness getBoundedness() {
    return source.getBoundedness();
  }

  @Override
  public SplitEnumerator<TraceSource.Position, Boolean> createEnumerator(
      SplitEnumeratorContext<TraceSource.Position> context) {
    return source.createEnumerator(context);
  }

  @Override
  public SplitEnumerator<TraceSource.Position, Boolean> restoreEnumerator(
      SplitEnumeratorContext<TraceSource.Position> context, Boolean given) {
    return source.restoreEnumerator(context, given);
  }

  @Override
  public SimpleVersionedSerializer<TraceSource.Position> getSplitSerializer() {
    return source.getSplitSerializer();
  }

  @Override
  public SimpleVersionedSerializer<Boolean> getEnumeratorCheckpointSerializer() {
    return source.getEnumeratorCheckpointSerializer();
  }
}
