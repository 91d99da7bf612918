package fencepost.frontend.mpi;

import fencepost.clocks.Signal;
import fencepost.engine.Execution;
import fencepost.engine.Strand;
import fencepost.frontend.FrontEnd;
import fencepost.frontend.atomic.Cell;
import fencepost.frontend.atomic.Origin;
import fencepost.frontend.atomic.Provenance;
import fencepost.frontend.atomic.Update;
import fencepost.frontend.program.PendingEffects;
import fencepost.frontend.program.Rank;
import fencepost.frontend.program.Threads;
import fencepost.model.AccessKind;
import fencepost.model.LockEpoch;
import fencepost.model.Operation;
import fencepost.model.Region;
import fencepost.trace.ApiTable;
import fencepost.trace.RecordCursor;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** One MPI process: its handles, and the calls it is in. */
final class MpiProcess implements FrontEnd.Process {
  final int rank;

  /** The strand that makes the call at hand. */
  Strand strand;

  final MpiConstants constants;
  private final MpiFrontEnd frontEnd;
  private final Execution execution;
  final Rank process;
  private final HandleTable<Datatype> datatypes = new HandleTable<>("datatype");
  private final HandleTable<Communicator> communicators = new HandleTable<>("communicator");
  private final HandleTable<WindowAccess> windows = new HandleTable<>("window");
  private final Long2ObjectOpenHashMap<ArrayDeque<Request>> requests =
      new Long2ObjectOpenHashMap<>();
  private final Long2ObjectOpenHashMap<Channel.Message> messages = new Long2ObjectOpenHashMap<>();
  private final Map<Communicator, Inbox> inboxes = new HashMap<>();

  /** For each lock that protects loads and stores, its window. */
  private final List<WindowAccess> guarding = new ArrayList<>();

  private final List<SharedPart> sharedParts = new ArrayList<>();

  /** A member's part of a shared window, as it is mapped here. */
  private record SharedPart(long window, int member, long address, long size) {}

  /** What whoever sees the last operation knows; the next one may share it. */
  private Provenance issued = Provenance.of(Signal.join(List.of()));

  private final Threads<MpiThread> threads = new Threads<>(MpiThread::new);

  /** The thread that makes the call at hand. */
  MpiThread thread = new MpiThread();

  MpiProcess(MpiFrontEnd frontEnd, Rank process, MpiConstants constants, Communicator world) {
    this.frontEnd = frontEnd;
    this.execution = frontEnd.execution();
    this.process = process;
    this.strand = process.strand();
    this.rank = process.number;
    this.constants = constants;
    process.holds(this::lockOn);
    communicators.put(constants.commWorld, world);
    communicators.put(constants.commSelf, new Communicator(rank));
    datatypes.put(constants.datatypeNull, Datatype.OF_NOTHING);
  }

  // ---- time ----

  /** When the call of a record began. */
  long began(RecordCursor record) {
    return process.began(record);
  }

  /** When it was over. */
  long ended(RecordCursor record) {
    return process.ended(record);
  }

  /** What is issued from now on, by any process, is not earlier. */
  long heardFromAll() {
    return process.heardFromAll();
  }

  /** Whether all that other processes did before the call returned is known. */
  boolean isPast(RecordCursor record) {
    return process.isPast(record);
  }

  /**
   * A release for those who see the value of the operation at hand. Where there are several
   * strands, one may complete what another one has issued, so each operation needs its own.
   */
  Provenance provenanceOfIssue() {
    Signal signal =
        process.strands().areOne() ? execution.signalOfIssue(strand) : execution.signal(strand);
    if (issued.signal() != signal) {
      issued = Provenance.of(signal);
    }
    return issued;
  }

  // ---- messages ----

  /** What it receives on the communicator. */
  Inbox inbox(Communicator communicator) {
    return inboxes.computeIfAbsent(communicator, key -> new Inbox());
  }

  // ---- records ----

  @Override
  public boolean call(ApiTable.Call call, RecordCursor record) {
    thread = threads.of(record);
    strand = process.strand();
    return frontEnd.apply(this, call, record);
  }

  @Override
  public void failed(ApiTable.Call call, RecordCursor record) {
    threads.of(record).failed(execution, process.strand());
  }

  @Override
  public void datatype(RecordCursor record) {
    datatypes.put(record.slot(0), DatatypeReader.read(frontEnd, constants, record, this::datatype));
  }

  @Override
  public void shared(RecordCursor record) {
    sharedParts.add(
        new SharedPart(record.slot(0), (int) record.slot(1), record.slot(2), record.slot(3)));
  }

  @Override
  public void joined(RecordCursor record) {
    int own = (int) record.slot(1);
    List<Integer> local = new ArrayList<>();
    List<Integer> remote = new ArrayList<>();
    for (int i = 2; i < record.slots(); i++) {
      (i < 2 + own ? local : remote).add(frontEnd.program().processes().number(record.slot(i)));
    }
    threads.of(record).link = new MpiThread.Link(record.slot(0), local, remote);
  }

  /** The processes that a list of the record names. */
  List<Integer> members(RecordCursor record, int slot) {
    List<Integer> members = new ArrayList<>();
    for (int i = 0; i < record.length(slot); i++) {
      members.add(frontEnd.program().processes().number(record.element(slot, i)));
    }
    return members;
  }

  /** Once the window is made, its parts can be told from other memory. */
  private void mapShared(long handle, WindowAccess access) {
    Window window = access.window;
    for (SharedPart part : sharedParts) {
      if (part.window == handle) {
        access.shared = true;
        int owner = window.communicator.world(part.member);
        long base = window.exposure(part.member).base();
        process.memory().map(part.address, part.size, owner, base);
      }
    }
  }

  private void unmapShared(long handle) {
    for (SharedPart part : sharedParts) {
      if (part.window == handle) {
        process.memory().unmap(part.address, part.size);
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
    if (address == constants.inPlace || count <= 0) {
      return;
    }
    if (type.onlyBlock() != null) {
      process.use(operation, kind, type.blocksAt(address, count), until);
    } else {
      for (Datatype.Piece piece : type.at(address, count)) {
        process.use(operation, kind, piece.region(), until);
      }
    }
  }

  /** The same for a buffer that nothing completes but what completes all that is pending. */
  void useBufferTogether(
      Operation operation,
      AccessKind kind,
      Datatype type,
      long address,
      long count,
      PendingEffects until) {
    if (address == constants.inPlace || count <= 0) {
      return;
    }
    if (type.onlyBlock() != null) {
      process.useTogether(operation, kind, type.blocksAt(address, count), until);
    } else {
      for (Datatype.Piece piece : type.at(address, count)) {
        process.useTogether(operation, kind, piece.region(), until);
      }
    }
  }

  /** A fetch has been issued; its value will come under its number. */
  void fetching(long number, Cell cell, @Nullable Update update, Origin origin, long issued) {
    cell.announceRead();
    process.fetching(number, cell, update, origin, issued);
  }

  /** A handle that is being made will come under its number. */
  void making(long number, LongConsumer define) {
    process.telling(number, define);
  }

  int site(RecordCursor record) {
    return process.site(record);
  }

  // ---- handles ----

  Datatype datatype(long handle) {
    return datatypes.get(handle);
  }

  Communicator communicator(long handle) {
    return communicators.get(handle);
  }

  void define(long handle, Communicator communicator) {
    communicators.put(handle, communicator);
  }

  WindowAccess window(long handle) {
    return windows.get(handle);
  }

  void define(long handle, WindowAccess access) {
    windows.put(handle, access);
    mapShared(handle, access);
  }

  void forgetWindow(long handle) {
    windows.remove(handle);
    unmapShared(handle);
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

  /** The request of a handle, which stays its request; null if nothing is known of it. */
  @Nullable Request look(long handle) {
    ArrayDeque<Request> queue = requests.get(handle);
    return queue == null ? null : queue.peek();
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

  // ---- locks ----

  /** The process holds a lock on memory that it can load and store. */
  void guards(WindowAccess window) {
    guarding.add(window);
  }

  void guardsNoLonger(WindowAccess window) {
    guarding.remove(window);
  }

  /** The lock that the process holds on the owner's window memory, if the region lies in it. */
  private @Nullable LockEpoch lockOn(int owner, Region region) {
    return guarding.isEmpty() ? null : lockOnGuarded(owner, region);
  }

  private @Nullable LockEpoch lockOnGuarded(int owner, Region region) {
    for (WindowAccess access : guarding) {
      int target = access.window.communicator.member(owner);
      WindowAccess.Lock lock = target < 0 ? null : access.target(target).lock;
      if (lock != null && access.window.exposure(target).holds(region.start(), region.end())) {
        return lock.epoch;
      }
    }
    return null;
  }
}
