package fencepost.frontend.mpi;

import fencepost.clocks.Signal;
import fencepost.engine.Execution;
import fencepost.engine.Strand;
import fencepost.frontend.FrontEnd;
import fencepost.frontend.atomic.Cell;
import fencepost.frontend.atomic.Update;
import fencepost.frontend.mpi.Window.Exposure;
import fencepost.model.AccessKind;
import fencepost.model.LockEpoch;
import fencepost.model.Operation;
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
  /** For operations that end with the call that made them. */
  static final Operation.Completion ON_RETURN =
      new Operation.Completion("the return of the call", "the return of the call");

  private static final int STORE = 1;
  private static final int FREE = 2;

  final int rank;
  final Strand strand;
  final Constants constants;
  private final MpiFrontEnd frontEnd;
  private final Execution execution;
  private final AddressSpace code;
  private final FrontEnd.Horizon horizon;
  private final Map<Long, Datatype> datatypes = new HashMap<>();
  private final Map<Long, Communicator> communicators = new HashMap<>();
  private final Map<Long, WindowAccess> windows = new HashMap<>();
  private final Map<Long, ArrayDeque<Request>> requests = new HashMap<>();
  private final Map<Long, Channel.Message> messages = new HashMap<>();
  private final List<WindowAccess> lockedMyself = new ArrayList<>();
  private final List<SharedPart> sharedParts = new ArrayList<>();
  private final AddressMap memory;
  private String insideCall = "";

  private final Map<Long, Fetch> fetches = new HashMap<>();
  private final List<Value> values = new ArrayList<>();

  private record Fetch(Cell cell, @Nullable Update update, long issued) {}

  private record Value(long fetch, long value) {}

  /** A member's part of a shared window, as it is mapped here. */
  private record SharedPart(long window, int member, long address, long size) {}

  /** What the call that the process is in completes when it returns. */
  final PendingEffects untilReturn = new PendingEffects();

  /** The collective, fence, message or requests of the call that the process is in. */
  Collective.@Nullable Participation collective;

  /** The communicator that the process is making together with its other members. */
  @Nullable Communicator making;

  Window.@Nullable Fence fence;
  Channel.@Nullable Message sending;

  /** The handles that the process waits for, and what is complete of them when the call returns. */
  final List<Long> waitingFor = new ArrayList<>();

  final List<Arrival> arrived = new ArrayList<>();

  /** Whether that is known already, and its ticket accounted for, while the call is tried again. */
  boolean collected;

  boolean ticketSeen;

  /** A request that is complete, and where its status is. */
  record Arrival(Request request, int status) {}

  MpiProcess(
      MpiFrontEnd frontEnd,
      Execution execution,
      Strand strand,
      AddressSpace code,
      FrontEnd.Horizon horizon,
      Constants constants,
      Communicator world) {
    this.frontEnd = frontEnd;
    this.execution = execution;
    this.strand = strand;
    this.rank = strand.rank;
    this.code = code;
    this.memory = new AddressMap(rank);
    this.constants = constants;
    this.horizon = horizon;
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
      arrived.clear();
      insideCall = "";
      return true;
    }
    if (!values.isEmpty() && !horizon.isPast(record.slot(ApiTable.TIME))) {
      return false; // somebody who is behind may have written what was read
    }
    boolean done = frontEnd.handle(this, call, record);
    if (done) {
      observe(record.slot(ApiTable.TIME));
      insideCall = call.around() && !leaves ? call.name() : "";
    }
    return done;
  }

  @Override
  public void datatype(RecordCursor record) {
    datatypes.put(
        record.slot(0), DatatypeReader.read(frontEnd.table(), constants, record, this::datatype));
  }

  @Override
  public void access(RecordCursor record) {
    int slots = record.slots();
    long count = slots > 3 ? record.slot(3) : 1;
    long stride = slots > 3 ? record.slot(4) : 0;
    long rows = slots > 5 ? record.slot(5) : 1;
    long pitch = slots > 5 ? record.slot(6) : 0;
    Region region = new Region(record.slot(1), record.slot(2), count, stride, rows, pitch);
    if (record.flags() > STORE) {
      ended(region, record.flags() == FREE ? "free" : "return", site(record));
      return;
    }
    AccessKind kind = record.flags() == STORE ? AccessKind.STORE : AccessKind.LOAD;
    int site = site(record);
    memory.locate(
        region,
        (owner, there) -> {
          execution.access(strand, kind, owner, there, site, lockOnMyself(region));
          if (kind == AccessKind.STORE) {
            frontEnd.cells().written(owner, there);
          }
        });
  }

  /** Freeing memory, or returning from the function it is local to, is a store to all of it. */
  private void ended(Region region, String how, int site) {
    execution.inside(strand, how, site);
    Operation end = execution.issue(strand, ON_RETURN);
    execution.effect(end, AccessKind.STORE, rank, region, null, null, null);
  }

  @Override
  public void shared(RecordCursor record) {
    sharedParts.add(
        new SharedPart(record.slot(0), (int) record.slot(1), record.slot(2), record.slot(3)));
  }

  /** Once the window is made, its parts can be told from other memory. */
  void mapShared(WindowAccess access, long handle) {
    for (SharedPart part : sharedParts) {
      if (part.window == handle) {
        int owner = access.window.communicator.world(part.member);
        memory.map(part.address, part.size, owner, access.window, part.member);
      }
    }
    sharedParts.removeIf(part -> part.window == handle);
  }

  /** The process's own buffer is used by a call until it is completed. */
  void useBuffer(
      Operation operation,
      AccessKind kind,
      Datatype type,
      long address,
      long count,
      PendingEffects until) {
    if (address == constants.inPlace) {
      return;
    }
    for (Datatype.Piece piece : type.at(address, count)) {
      memory.locate(
          piece.region(),
          (owner, there) ->
              until.add(execution.effect(operation, kind, owner, there, null, null, null), null));
    }
  }

  // ---- values ----

  @Override
  public void value(RecordCursor record) {
    values.add(new Value(record.slot(0), record.slot(1)));
  }

  /** What has been fetched orders the process after those who wrote it. */
  private void observe(long time) {
    for (Value value : values) {
      Fetch fetch = fetches.remove(value.fetch);
      if (fetch != null) {
        Signal order = fetch.cell.read(value.value, fetch.update, fetch.issued, time);
        frontEnd.awaitIfAny(strand, order);
      }
    }
    values.clear();
  }

  /** A fetch has been issued; its value will come under its number. */
  void fetching(long number, Cell cell, @Nullable Update update, long issued) {
    fetches.put(number, new Fetch(cell, update, issued));
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
    Request first = queue.peek();
    if (first != null && first.isPersistent()) {
      return first;
    }
    queue.poll();
    if (queue.isEmpty()) {
      requests.remove(handle);
    }
    return first;
  }

  /** The handle will not be used again. */
  void forget(long handle) {
    requests.remove(handle);
  }

  void define(long handle, Channel.Message message) {
    messages.put(handle, message);
  }

  Channel.@Nullable Message takeMessage(long handle) {
    return messages.remove(handle);
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
