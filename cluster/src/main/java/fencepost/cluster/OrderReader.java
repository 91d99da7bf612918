package fencepost.cluster;

import fencepost.engine.parallel.DistantIndex;
import fencepost.engine.parallel.DividedIndex;
import fencepost.frontend.Analysis;
import fencepost.report.AnalysedTrace;
import fencepost.report.RaceCollector;
import fencepost.trace.BrokenTraceException;
import fencepost.trace.FileCursor;
import fencepost.trace.GrowingTrace;
import fencepost.trace.RecordedTrace;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.java.tuple.Tuple3;
import org.apache.flink.core.io.InputStatus;
import org.jspecify.annotations.Nullable;

/**
 * Reads the trace, finds the order of its synchronisations, and tells the parts of the race index.
 * Whoever takes the place of another reader reads the trace from the beginning, and does not send
 * again what was sent before the last checkpoint.
 */
final class OrderReader
    implements SourceReader<Tuple3<Integer, Integer, byte[]>, TraceSource.Position> {
  private static final int STEPS = 64;
  private static final long PROGRESS_EVERY = 200_000;

  private final TraceSource.Task task;
  private final Deque<Tuple3<Integer, Integer, byte[]>> letters = new ArrayDeque<>();
  private final CompletableFuture<Void> begun = new CompletableFuture<>();
  private final List<String> notes = new ArrayList<>();
  private @Nullable RecordedTrace trace;

  /** If the program still writes it, and may bring in more processes. */
  private @Nullable GrowingTrace growing;

  private @Nullable Analysis analysis;
  private boolean over;
  private long made;
  private long sentBefore;
  private long sent;
  private long told;

  OrderReader(TraceSource.Task task) {
    this.task = task;
  }

  @Override
  public void start() {}

  @Override
  public void addSplits(List<TraceSource.Position> splits) {
    for (TraceSource.Position position : splits) {
      sentBefore = position.sent();
      sent = sentBefore;
      begun.complete(null);
    }
  }

  @Override
  public CompletableFuture<Void> isAvailable() {
    return begun;
  }

  @Override
  public void notifyNoMoreSplits() {}

  @Override
  public List<TraceSource.Position> snapshotState(long checkpoint) {
    return begun.isDone() ? List.of(new TraceSource.Position(sent)) : List.of();
  }

  /** Does a little, and sends a letter at most: a checkpoint can be made between two letters. */
  @Override
  public InputStatus pollNext(ReaderOutput<Tuple3<Integer, Integer, byte[]>> output)
      throws IOException {
    if (!begun.isDone()) {
      return InputStatus.NOTHING_AVAILABLE;
    }
    if (letters.isEmpty() && !over) {
      advance(analysis == null ? open() : analysis);
    }
    Tuple3<Integer, Integer, byte[]> letter = letters.poll();
    if (letter != null) {
      output.collect(letter);
      sent++;
    }
    return letters.isEmpty() && over ? InputStatus.END_OF_INPUT : InputStatus.MORE_AVAILABLE;
  }

  private Analysis open() throws IOException {
    DistantIndex.Names names = new DistantIndex.Names();
    List<DistantIndex> parts = new ArrayList<>();
    for (int i = 0; i < task.parts(); i++) {
      int part = i;
      parts.add(new DistantIndex(names, bytes -> post(Tuple3.of(part, 0, bytes))));
    }
    Analysis begins = new Analysis(new DividedIndex(parts), task.strict());
    strands().forEach(begins::add);
    analysis = begins;
    return begins;
  }

  private List<FileCursor> strands() throws IOException {
    Path directory = Path.of(task.directory());
    if (task.live()) {
      growing = new GrowingTrace(directory);
      return growing.launched();
    }
    trace = RecordedTrace.open(directory);
    return trace.strands();
  }

  /** Whether there are processes that the launcher has not started, which are read from now on. */
  private boolean hasRest(Analysis reading) throws IOException {
    if (growing == null) {
      return false;
    }
    List<FileCursor> rest = growing.rest();
    growing = null;
    rest.forEach(reading::add);
    return !rest.isEmpty();
  }

  private void post(Tuple3<Integer, Integer, byte[]> letter) {
    if (++made > sentBefore) {
      letters.add(letter);
    }
  }

  private void advance(Analysis reading) throws IOException {
    try {
      for (int i = 0; i < STEPS; i++) {
        boolean moved = reading.step();
        boolean joined = growing != null && reading.ranks() > growing.size();
        if ((joined || !moved) && !hasRest(reading) && !moved) {
          end(reading);
          return;
        }
      }
    } catch (BrokenTraceException e) {
      notes.add(Analysis.damage(e));
    }
    if (reading.events() / PROGRESS_EVERY > told / PROGRESS_EVERY) {
      told = reading.events();
      post(Tuple3.of(Letter.PROGRESS, 0, ByteBuffer.allocate(Long.BYTES).putLong(told).array()));
    }
  }

  private void end(Analysis reading) throws IOException {
    Analysis.Ending ending = reading.end(); // if it is damaged, this is done again
    for (Tuple3<Integer, Integer, byte[]> piece :
        Letter.pieces(
            Letter.OUTCOME,
            new AnalysedTrace(ending, notes, reading.outcome(), new RaceCollector()))) {
      post(piece);
    }
    over = true;
  }

  @Override
  public void close() {
    if (trace != null) {
      trace.close();
    }
  }
}
