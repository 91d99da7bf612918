package fencepost.check.record;

import fencepost.check.machine.Halt;
import fencepost.check.machine.Image;
import fencepost.check.machine.MachineMemory;
import fencepost.check.machine.MachineProcess;
import fencepost.check.machine.MachineStrand;
import fencepost.check.machine.Watcher;
import fencepost.trace.Model;
import fencepost.trace.RecordBuffer;
import fencepost.trace.RecordCursor;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** What is recorded of one process. */
public final class Recorder {
  private static final int INT = Integer.BYTES;
  private static final int DEEPEST = 6;
  private static final int PATH_SHIFT = 48;

  private final MachineProcess process;
  private final RecordBuffer records;
  private final Watched watched;
  private final AccessRecorder accesses;
  private final StrandRecorder strands;
  private final SharedMemory shared;
  private final Set<Model> models = EnumSet.noneOf(Model.class);
  private final List<Long> atExit = new ArrayList<>();
  private final Map<List<Long>, Integer> paths = new HashMap<>();
  private boolean endedOne;
  private PathInside inCall = new PathInside(-1, List.of());
  private @Nullable MachineStrand inside;
  private final Map<MachineStrand, Calling> calling = new HashMap<>();

  /** The record that has been claimed: where its words are filled in, and what it will be. */
  private long place;

  private int room;
  private int words;
  private int type;
  private int flags;
  private int call;

  /**
   * @param shared what the processes of the execution share
   */
  public Recorder(MachineProcess process, SharedMemory shared) {
    this.process = process;
    this.shared = shared;
    this.strands = new StrandRecorder(this, process, shared);
    this.records =
        new RecordBuffer(this::heardUntil, () -> process.strand().number(), strands::current);
    this.watched = new Watched(process.memory());
    this.accesses = new AccessRecorder(records, watched, strands, this::pathOfAccess);
  }

  public RecordBuffer records() {
    return records;
  }

  /** What its threads are to the analysis, and what orders them. */
  public StrandRecorder strands() {
    return strands;
  }

  /** Other processes have mapped the memory, too. */
  void share(long from, long to) {
    if (from < to) {
      shared.share(process.memory().block(from));
    }
  }

  Watched watched() {
    return watched;
  }

  // ---- start and end ----

  /** Whether the process uses a programming model at present. */
  public boolean isRecording() {
    return !models.isEmpty();
  }

  /** The process begins to use a model. */
  void begin(Model model, int rank, int size, long[] constants) {
    boolean first = models.isEmpty();
    models.add(model);
    records.write(
        RecordCursor.PROCESS,
        0,
        model.code(),
        LongStream.concat(LongStream.of(rank, size, 1000L + rank), LongStream.of(constants))
            .toArray());
    if (first) {
      Image image = process.machine().image();
      records.module(0, image.end(), "program");
      process.watchedBy(accesses);
      tellCapture(1);
    }
  }

  /** From now on its exit is its end, although it could go on to use its model. */
  void mayEnd() {
    endedOne = true;
  }

  /** The process has ended its use of a model. */
  void end(Model model) {
    endedOne = true;
    if (models.remove(model) && models.isEmpty()) {
      close();
    }
  }

  private void close() {
    accesses.flush();
    records.write(RecordCursor.END, 0, 0);
    process.watchedBy(Watcher.NOBODY);
    tellCapture(0);
  }

  /** The capture library asks for it at every call. */
  private void tellCapture(int recording) {
    long variable = process.machine().image().addressOfVariable("fp_recording");
    process.memory().store(variable, INT, recording);
  }

  /** A function of the capture library that is to be called when the process exits. */
  void atExit(long function) {
    atExit.add(function);
  }

  /** The program has ended. Of two models it may have left one open. */
  public void exited() {
    Halt end = process.end();
    if (end == null || end.reason() != Halt.Reason.EXIT) {
      return;
    }
    atExit.forEach(process::invoke);
    if (endedOne && !models.isEmpty()) {
      close();
    }
  }

  // ---- one thread at a time ----

  boolean mayEnter() {
    return inside == null;
  }

  void enter() {
    inside = process.strand();
  }

  void leave() {
    inside = null;
  }

  // ---- calls ----

  /** A strand is in a call that is not recorded yet, or in several, one inside the other. */
  private record Calling(long since, int depth) {
    Calling inside(int more) {
      return new Calling(since, depth + more);
    }
  }

  /** The time, and the announcement that a call is being made which is not recorded yet. */
  long beginCall() {
    if (!isRecording()) {
      return 0;
    }
    long time = process.machine().tick();
    calling.merge(process.strand(), new Calling(time, 1), (outer, inner) -> outer.inside(1));
    return time;
  }

  void endCall() {
    calling.computeIfPresent(
        process.strand(), (strand, call) -> call.depth > 1 ? call.inside(-1) : null);
  }

  /** Whether every call that other strands began before the time has been recorded. */
  boolean isRecordedUntil(long time, MachineStrand but) {
    return earliestCallBut(but) >= time;
  }

  private long earliestCallBut(@Nullable MachineStrand one) {
    return calling.entrySet().stream()
        .filter(entry -> entry.getKey() != one)
        .mapToLong(entry -> entry.getValue().since)
        .min()
        .orElse(Long.MAX_VALUE);
  }

  /** Before a record: other threads may have begun calls earlier that will be recorded later. */
  void tellCalling(long time) {
    long earliest = earliestCallBut(process.strand());
    if (isRecording() && earliest < time) {
      records.write(RecordCursor.CALLING, 0, 0, earliest);
    }
  }

  /** A code address with the number of the path on which the program came there. */
  long path(long pc) {
    return isRecording() ? pc | new PathInside(0, process.callers(DEEPEST)).to(pc) : pc;
  }

  /** The same for an access: many of them are made in one call of a function. */
  private long pathOfAccess(long pc) {
    if (inCall.activation != process.activation()) {
      inCall = new PathInside(process.activation(), process.callers(DEEPEST));
    }
    return pc | inCall.to(pc);
  }

  /** The path to what one call of a function does, in the upper bits of a code address. */
  private final class PathInside {
    private final long activation;
    private final List<Long> callers;
    private long number = -1;
    private long numberInLibrary = -1;

    PathInside(long activation, List<Long> callers) {
      this.activation = activation;
      this.callers = callers;
    }

    /** In a header of a library, for which the place of the first caller stands, or not. */
    long to(long pc) {
      if (!callers.isEmpty() && callers.get(0) == pc - 1) {
        if (numberInLibrary < 0) {
          numberInLibrary = numberOf(callers.subList(1, callers.size()));
        }
        return numberInLibrary << PATH_SHIFT;
      }
      if (number < 0) {
        number = numberOf(callers);
      }
      return number << PATH_SHIFT;
    }
  }

  private long numberOf(List<Long> callers) {
    if (callers.isEmpty()) {
      return 0;
    }
    Integer number = paths.get(callers);
    if (number == null) {
      number = paths.size() + 1;
      paths.put(List.copyOf(callers), number);
      long[] slots = new long[callers.size() + 1];
      slots[0] = number;
      for (int i = 1; i < slots.length; i++) {
        slots[i] = callers.get(i - 1) + 1;
      }
      records.write(RecordCursor.PATH, 0, 0, slots);
    }
    return number;
  }

  private long heardUntil() {
    return Math.min(earliestCallBut(null), process.machine().time());
  }

  /** Where the words of a record are to be filled in. */
  long claim(int newType, int newFlags, int newCall, int newWords) {
    if (newWords > room) {
      room = Math.max(64, 2 * newWords);
      place = process.memory().allocate((long) room * Long.BYTES);
    }
    type = newType;
    flags = newFlags;
    call = newCall;
    words = newWords - 1; // without the header
    return place;
  }

  void commit() {
    if (!isRecording()) {
      return;
    }
    MachineMemory memory = process.memory();
    long[] slots = new long[words];
    for (int i = 0; i < words; i++) {
      slots[i] = memory.load(place + (long) i * Long.BYTES, Long.BYTES);
    }
    records.write(type, flags, call, slots);
  }

  /** Writes out the accesses so far: before every record of a call, so that order is kept. */
  void flush() {
    accesses.flush();
  }
}
