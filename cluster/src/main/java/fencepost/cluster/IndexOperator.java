package fencepost.cluster;

import fencepost.engine.MemoryIndex;
import fencepost.engine.parallel.LetterReader;
import fencepost.report.RaceCollector;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.java.tuple.Tuple3;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.BoundedOneInput;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.jspecify.annotations.Nullable;

/**
 * The parts of the race index that one task has. Each hears the letters for it, and tells the
 * client of its races when there are no more.
 */
final class IndexOperator extends AbstractStreamOperator<Tuple3<Integer, Integer, byte[]>>
    implements OneInputStreamOperator<
            Tuple3<Integer, Integer, byte[]>, Tuple3<Integer, Integer, byte[]>>,
        BoundedOneInput {
  private static final long serialVersionUID = 1L;

  private final boolean threads;
  private transient @Nullable Map<Integer, Part> parts;
  private transient @Nullable ListState<Tuple3<Integer, Integer, byte[]>> kept;

  /** Written in a checkpoint as it is: all of it is one graph of objects. */
  private record Part(RaceCollector races, LetterReader index) implements Serializable {
    static Part empty(boolean threads) {
      RaceCollector races = new RaceCollector();
      return new Part(races, new LetterReader(new MemoryIndex(races, threads)));
    }
  }

  IndexOperator(boolean threads) {
    this.threads = threads;
  }

  /** The task that has a part, of so many. */
  static int taskOf(int part, int tasks) {
    return part % tasks;
  }

  /**
   * Each task is given the parts of all, and takes its own: there may be fewer tasks than before.
   */
  @Override
  public void initializeState(StateInitializationContext context) throws Exception {
    super.initializeState(context);
    Map<Integer, Part> own = new TreeMap<>();
    ListState<Tuple3<Integer, Integer, byte[]>> state =
        context
            .getOperatorStateStore()
            .getUnionListState(new ListStateDescriptor<>("parts", Letter.TYPE));
    int task = getRuntimeContext().getTaskInfo().getIndexOfThisSubtask();
    int tasks = getRuntimeContext().getTaskInfo().getNumberOfParallelSubtasks();
    for (Tuple3<Integer, Integer, byte[]> part : state.get()) {
      if (taskOf(part.f0, tasks) == task) {
        own.put(part.f0, Letter.object(part.f2, Part.class));
      }
    }
    kept = state;
    parts = own;
  }

  @Override
  public void snapshotState(StateSnapshotContext context) throws Exception {
    super.snapshotState(context);
    List<Tuple3<Integer, Integer, byte[]>> all = new ArrayList<>();
    for (Map.Entry<Integer, Part> part : parts().entrySet()) {
      all.add(Tuple3.of(part.getKey(), 0, Letter.bytes(part.getValue())));
    }
    if (kept != null) {
      kept.update(all);
    }
  }

  @Override
  public void processElement(StreamRecord<Tuple3<Integer, Integer, byte[]>> record) {
    Tuple3<Integer, Integer, byte[]> letter = record.getValue();
    parts().computeIfAbsent(letter.f0, key -> Part.empty(threads)).index.read(letter.f2);
  }

  @Override
  public void endInput() throws IOException {
    for (Map.Entry<Integer, Part> part : parts().entrySet()) {
      for (Tuple3<Integer, Integer, byte[]> piece :
          Letter.pieces(part.getKey(), part.getValue().races)) {
        output.collect(new StreamRecord<>(piece));
      }
    }
  }

  private Map<Integer, Part> parts() {
    if (parts == null) {
      throw new IllegalStateException("not initialised");
    }
    return parts;
  }
}
