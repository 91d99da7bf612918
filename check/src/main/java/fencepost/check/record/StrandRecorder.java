package fencepost.check.record;

import fencepost.check.machine.MachineProcess;
import fencepost.check.machine.MachineStrand;
import fencepost.trace.RecordCursor;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Writes which strand each thread of a process goes on as, and what orders strands. The counterpart
 * of {@code capture/strand.c}: a strand is a thread, a task, or a chunk of iterations; its number
 * is used again when it is over. Blocks of the machine's memory are never at the same address
 * again, so that only stacks need be said to be new.
 */
public final class StrandRecorder {
  /** So many numbers belong to an object: its parts are objects of their own. */
  public static final long PARTS = 1 << 24;

  private static final int FRESH = 4;

  private static final Set<Construct> LOCKS =
      EnumSet.of(Construct.CRITICAL, Construct.LOCK, Construct.MUTEX);

  // enum fp_sync
  private static final int FORK = 0;
  private static final int END = 1;
  private static final int RELEASE = 2;
  private static final int RENEW = 3;
  private static final int ACQUIRE = 4;
  private static final int PASS = 5;
  private static final int SILENCE = 6;

  // enum fp_step
  private static final int STEP_ACQUIRES = 1;
  private static final int STEP_RELEASES = 2;
  private static final int STEP_UPDATES = 4;
  private static final int STEP_SILENCES = 8;

  private final Recorder recorder;
  private final MachineProcess process;
  private final SharedMemory shared;
  private final Map<MachineStrand, Role> roles = new HashMap<>();
  private final Deque<Integer> free = new ArrayDeque<>();
  private final Map<Long, Integer> releases = new HashMap<>();
  private int next = 1;
  private long objects;
  private int concurrent;
  private @Nullable MachineStrand thread;
  private Role role = new Role(0, 0, 0);

  /** What a thread is at present, and which part of its stack is used by nobody else. */
  public static final class Role {
    private final int strand;
    private final long privateFrom;
    private final long privateTo;

    /** How often atomic variables had been released when it looked at them. */
    private final Map<Long, Integer> seen = new HashMap<>();

    /** A fence makes acquires of the relaxed loads before it, and releases of the stores behind. */
    private final Set<Long> relaxedLoads = new HashSet<>();

    private boolean releaseFence;

    private Role(int strand, long privateFrom, long privateTo) {
      this.strand = strand;
      this.privateFrom = privateFrom;
      this.privateTo = privateTo;
    }
  }

  StrandRecorder(Recorder recorder, MachineProcess process, SharedMemory shared) {
    this.recorder = recorder;
    this.process = process;
    this.shared = shared;
  }

  private Role role() {
    MachineStrand now = process.strand();
    if (now != thread) {
      thread = now;
      role = roles.computeIfAbsent(now, key -> new Role(0, 0, 0));
    }
    return role;
  }

  /** The strand that the present thread is; 0 if nobody has told of the thread. */
  public int current() {
    return role().strand;
  }

  /** Whether other strands may access the same memory at the same time. */
  boolean mayMeetOthers(long address) {
    return concurrent > 0 && (address < role().privateFrom || address >= role.privateTo);
  }

  // ---- strands ----

  /** While there is one region with several strands at least, every access is recorded. */
  public void beginConcurrent() {
    concurrent++;
    process.memory().watchAll(true);
  }

  public void endConcurrent() {
    concurrent = Math.max(0, concurrent - 1);
    process.memory().watchAll(concurrent > 0);
  }

  /** A new strand, after all that its parent has done until now. */
  public int fork(int parent, Construct construct, long pc) {
    int child = free.isEmpty() ? next++ : free.pop();
    write(FORK, construct, pc, parent, child);
    return child;
  }

  /** A thread that has not had its turn yet is the strand, and all of its stack belongs to it. */
  public void begin(MachineStrand created, int strand) {
    roles.put(created, new Role(strand, created.freeStack(), created.endOfStack()));
  }

  /**
   * The present thread goes on as the strand.
   *
   * @param privateFrom the part of its stack from there on is seen by nobody else yet
   * @return what it was before
   */
  public Role become(int strand, long privateFrom) {
    Role before = role();
    MachineStrand now = process.strand();
    be(new Role(strand, privateFrom, now.endOfStack()));
    fresh(privateFrom, process.memory().block(privateFrom).size() - (int) privateFrom);
    return before;
  }

  private void be(Role what) {
    roles.put(process.strand(), what);
    role = what;
  }

  /** The present strand is over, which the objects tell; the thread is what it was, or nothing. */
  public void end(@Nullable Role before, Construct construct, long pc, long... told) {
    write(END, construct, pc, told);
    free.push(current());
    be(before == null ? new Role(0, 0, 0) : before);
  }

  private void fresh(long address, long size) {
    if (recorder.isRecording() && concurrent > 0 && size > 0) {
      recorder.flush();
      recorder.records().write(RecordCursor.ACCESS, FRESH, 0, 0, address, size);
    }
  }

  // ---- objects, which tell those who acquire them of those who released them ----

  /** An object that has no address. */
  public long newObject() {
    return 1L << 63 | ++objects * PARTS;
  }

  public void release(long object, Construct construct, long pc) {
    writeAmongStrands(RELEASE, construct, pc, object);
  }

  public void acquire(long object, Construct construct, long pc) {
    if (LOCKS.contains(construct)) {
      process.strand().setApart();
    }
    writeAmongStrands(ACQUIRE, construct, pc, object);
  }

  /** Acquires an object at a barrier that so many strands pass. */
  public void pass(long object, long strands, Construct construct, long pc) {
    writeAmongStrands(PASS, construct, pc, object, strands);
  }

  /** A strand alone is in order anyway. */
  private void writeAmongStrands(int what, Construct construct, long pc, long... words) {
    if (concurrent > 0) {
      write(what, construct, pc, words);
    }
  }

  private void write(int what, Construct construct, long pc, long... words) {
    if (recorder.isRecording()) {
      recorder.flush();
      long[] slots = LongStream.concat(LongStream.of(pc), LongStream.of(words)).toArray();
      recorder.records().write(RecordCursor.SYNC, what, construct.code(), slots);
    }
  }

  // ---- atomic variables: the counterpart of capture/atomics.c ----

  void atomicLoad(long address, boolean acquires, long pc) {
    if (concurrent == 0 && sequenceOf(address) == null) {
      return;
    }
    if (acquires) {
      acquireIfNew(address, pc);
    } else {
      role().relaxedLoads.add(address);
    }
  }

  private SharedMemory.@Nullable Sequence sequenceOf(long address) {
    return shared.sequenceOf(process.memory().block(address));
  }

  /** A thread that spins sees the same release again and again. */
  private void acquireIfNew(long address, long pc) {
    SharedMemory.Sequence sequence = sequenceOf(address);
    int released = sequence == null ? releases.getOrDefault(address, 0) : (int) sequence.releases();
    if (released == 0 || Integer.valueOf(released).equals(role().seen.put(address, released))) {
      return;
    }
    if (sequence == null) {
      write(ACQUIRE, Construct.ATOMIC, pc, address);
    } else {
      step(sequence, STEP_ACQUIRES, address, pc);
    }
  }

  /** A store that is no release ends what earlier ones have told; an update does not. */
  void atomicStore(long address, boolean released, boolean updates, long pc) {
    SharedMemory.Sequence sequence = sequenceOf(address);
    if (concurrent == 0 && sequence == null) {
      return;
    }
    if (updates) {
      process.strand().setApart();
    }
    boolean tells = released || role().releaseFence;
    if (sequence != null && tells) {
      step(sequence, updates ? STEP_RELEASES | STEP_UPDATES : STEP_RELEASES, address, pc);
    } else if (sequence != null && !updates && sequence.releases() > 0) {
      step(sequence, STEP_SILENCES, address, pc);
    } else if (sequence == null && tells) {
      releases.merge(address, 1, Integer::sum);
      write(updates ? RELEASE : RENEW, Construct.ATOMIC, pc, address);
    } else if (sequence == null && !updates && releases.containsKey(address)) {
      write(SILENCE, Construct.ATOMIC, pc, address);
    }
  }

  private void step(SharedMemory.Sequence sequence, int does, long address, long pc) {
    if (recorder.isRecording()) {
      recorder.flush();
      long number = sequence.step((does & STEP_RELEASES) != 0);
      int code = Construct.ATOMIC.code();
      recorder.records().write(RecordCursor.STEP, does, code, pc, sequence.id(), number, address);
    }
  }

  public void fence(boolean acquires, boolean released, long pc) {
    role().releaseFence |= released;
    if (acquires) {
      role.relaxedLoads.forEach(address -> acquireIfNew(address, pc));
      role.relaxedLoads.clear();
    }
  }
}
