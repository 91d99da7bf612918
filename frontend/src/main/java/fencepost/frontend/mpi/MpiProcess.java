package fencepost.frontend.mpi;

import fencepost.engine.Execution;
import fencepost.engine.Strand;
import fencepost.frontend.FrontEnd;
import fencepost.frontend.mpi.Window.Exposure;
import fencepost.model.AccessKind;
import fencepost.model.AtomicType;
import fencepost.model.LockEpoch;
import fencepost.model.Region;
import fencepost.trace.AddressSpace;
import fencepost.trace.ApiTable;
import fencepost.trace.BrokenTraceException;
import fencepost.trace.RecordCursor;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** One MPI process: its handles, and the call it is in. */
final class MpiProcess implements FrontEnd.Process {
  final int rank;
  final Strand strand;
  final Constants constants;
  private final MpiFrontEnd frontEnd;
  private final Execution execution;
  private final AddressSpace code;
  private final Map<Long, Datatype> datatypes = new HashMap<>();
  private final Map<Long, Communicator> communicators = new HashMap<>();
  private final Map<Long, WindowAccess> windows = new HashMap<>();
  private final Map<Long, ArrayDeque<Request>> requests = new HashMap<>();
  private final List<WindowAccess> lockedMyself = new ArrayList<>();
  private String insideCall = "";

  /** What the call that the process is in completes when it returns. */
  final PendingEffects untilReturn = new PendingEffects();

  /** The collective, fence, message or requests of the call that the process is in. */
  @Nullable Collective collective;

  Window.@Nullable Fence fence;
  Channel.@Nullable Message sending;
  final List<Request> waitingFor = new ArrayList<>();

  MpiProcess(
      MpiFrontEnd frontEnd,
      Execution execution,
      Strand strand,
      AddressSpace code,
      Constants constants,
      Communicator world) {
    this.frontEnd = frontEnd;
    this.execution = execution;
    this.strand = strand;
    this.rank = strand.rank;
    this.code = code;
    this.constants = constants;
    communicators.put(constants.commWorld, world);
    communicators.put(constants.commSelf, new Communicator(rank));
  }

  // ---- records ----

  @Override
  public boolean call(RecordCursor record) {
    ApiTable.Call call = frontEnd.table().calls().get(record.call());
    boolean leaves = (record.flags() & RecordCursor.LEAVE) != 0;
    execution.inside(strand, call.name(), site(record));
    if ((record.flags() & RecordCursor.FAILED) != 0) {
      untilReturn.completeOnly(
          execution, strand); // a failed call has no effect that could outlive it
      insideCall = "";
      return true;
    }
    boolean done = frontEnd.handle(this, call, record);
    if (done) {
      insideCall = call.around() && !leaves ? call.name() : "";
    }
    return done;
  }

  @Override
  public void datatype(RecordCursor record) {
    ApiTable.BasicType basic = frontEnd.table().datatypes().get((int) record.slot(1));
    int size = (int) record.slot(2);
    AtomicType type = new AtomicType(basic.typeClass() + size, size);
    datatypes.put(record.slot(0), Datatype.basic(type, record.slot(3)));
  }

  @Override
  public void access(RecordCursor record) {
    int slots = record.slots();
    long count = slots > 3 ? record.slot(3) : 1;
    long stride = slots > 3 ? record.slot(4) : 0;
    long rows = slots > 5 ? record.slot(5) : 1;
    long pitch = slots > 5 ? record.slot(6) : 0;
    Region region = new Region(record.slot(1), record.slot(2), count, stride, rows, pitch);
    AccessKind kind = record.flags() == 0 ? AccessKind.LOAD : AccessKind.STORE;
    execution.access(strand, kind, rank, region, site(record), lockOnMyself(region));
  }

  int site(RecordCursor record) {
    return code.siteOfReturnTo(record.slot(0));
  }

  @Override
  public String waitingIn() {
    return insideCall.isEmpty() ? "" : "rank " + rank + " was in " + insideCall;
  }

  // ---- handles ----

  Datatype datatype(long handle) {
    return known(datatypes.get(handle), "datatype");
  }

  Communicator communicator(long handle) {
    return known(communicators.get(handle), "communicator");
  }

  void define(long handle, Communicator communicator) {
    communicators.put(handle, communicator);
  }

  WindowAccess window(long handle) {
    return known(windows.get(handle), "window");
  }

  void define(long handle, WindowAccess window) {
    windows.put(handle, window);
  }

  void define(long handle, Request request) {
    requests.computeIfAbsent(handle, key -> new ArrayDeque<>()).add(request);
  }

  /**
   * The request of a handle, which is then free for another one; null if nothing is known of it.
   */
  @Nullable Request take(long handle) {
    ArrayDeque<Request> queue = requests.get(handle);
    if (queue == null) {
      return null;
    }
    Request request = queue.poll();
    if (queue.isEmpty()) {
      requests.remove(handle);
    }
    return request;
  }

  private static <T> T known(@Nullable T value, String what) {
    if (value == null) {
      throw new BrokenTraceException("a call names a " + what + " that was never made");
    }
    return value;
  }

  // ---- locks on the process's own memory ----

  void holdsLockOnItself(WindowAccess window) {
    lockedMyself.add(window);
  }

  void releasedLockOnItself(WindowAccess window) {
    lockedMyself.remove(window);
  }

  /** The lock that the process holds on its own window memory, if the region lies in it. */
  private @Nullable LockEpoch lockOnMyself(Region region) {
    for (WindowAccess access : lockedMyself) {
      Exposure exposure = access.window.exposure(access.self);
      WindowAccess.Lock lock = access.target(access.self).lock;
      if (lock != null && exposure != null && exposure.holds(region.start(), region.end())) {
        return lock.epoch;
      }
    }
    return null;
  }

  static int[] everyRank(int ranks) {
    return IntStream.range(0, ranks).toArray();
  }
}
