package fencepost.check.mpi;

import fencepost.check.machine.Halt;
import fencepost.check.record.Capture;
import fencepost.check.record.Watched;
import fencepost.trace.RecordCursor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;

/** What {@code capture/mpi.c} does around the calls of MPI, function by function. */
final class MpiCapture implements Capture {
  private static final long BUFFERED_SENDS = 1; // no handle is odd

  private final MpiProcess process;
  private final Watched watched;
  private final HeldLocks locks;
  private final Fetches fetches;
  private final Set<Long> described = new HashSet<>();
  private final List<Long> waiting = new ArrayList<>();
  private final Map<String, ToLongFunction<Arguments>> functions = new HashMap<>();

  MpiCapture(MpiProcess process) {
    this.process = process;
    this.watched = process.recorder.watched();
    this.locks = new HeldLocks(process);
    this.fetches = new Fetches(process);
    addProgram();
    addWindows();
    addBuffers();
    addRequests();
    addLengths();
  }

  @Override
  public long constant(String name) {
    return process.header().constant(name);
  }

  @Override
  public int sizeOf(String type) {
    return process.header().sizeOf(type);
  }

  @Override
  public long call(String function, Arguments arguments) {
    ToLongFunction<Arguments> found = functions.get(function);
    if (found == null) {
      throw new IllegalArgumentException("the table calls " + function);
    }
    return found.applyAsLong(arguments);
  }

  private void function(String name, ToLongFunction<Arguments> function) {
    functions.put(name, function);
  }

  private interface Action {
    void act(Arguments arguments);
  }

  private void action(String name, Action action) {
    functions.put(
        name,
        arguments -> {
          action.act(arguments);
          return 0;
        });
  }

  // ---- start and end, memory ----

  private void addProgram() {
    action("fp_mpi_started", a -> started());
    action("fp_mpi_finished", a -> process.recorder.end());
    action("fp_cancelling", a -> {});
    action("fp_allocated", a -> {});
    action("fp_free_allocated", a -> freed(a.value(0), a.value(1) - 1));
    action("fp_attached_buffer", a -> watched.buffer(a.value(0), a.value(1), 0, 0, BUFFERED_SENDS));
    action("fp_detached_buffer", a -> watched.completedRequest(BUFFERED_SENDS));
    action("fp_forget", a -> described.remove(a.value(0)));
  }

  private void freed(long base, long site) {
    process.process.watcher().free(base, process.memory().block(base).size(), site);
  }

  private void started() {
    int size = process.world.world().size();
    process.recorder.begin(MpiLibrary.TABLE, process.rank(), size, this);
    process.types.forEach(
        (handle, type) -> {
          if (type.origin().index() >= 0) {
            described.add(handle);
            process.recorder.write(
                RecordCursor.DATATYPE, handle, type.origin().index(), type.size(), type.extent());
          }
        });
  }

  @Override
  public void describe(long handle) {
    Layout type = process.types.get(handle);
    if (type == null || !described.add(handle)) {
      return;
    }
    Layout.Origin origin = type.origin();
    origin.types().forEach(this::describe);
    List<Long> slots =
        new ArrayList<>(
            List.of(
                handle,
                -1L,
                type.size(),
                type.extent(),
                (long) origin.shape(),
                (long) origin.integers().size(),
                (long) origin.addresses().size(),
                (long) origin.types().size()));
    slots.addAll(origin.integers());
    slots.addAll(origin.addresses());
    slots.addAll(origin.types());
    process.recorder.write(
        RecordCursor.DATATYPE, slots.stream().mapToLong(Long::longValue).toArray());
  }

  // ---- windows and locks ----

  private void addWindows() {
    action(
        "fp_window",
        a -> {
          locks.window(a.value(0), process.comm(a.value(1)));
          watched.window(a.value(0), a.value(2), a.value(3));
        });
    action("fp_shared_window", a -> shared(a.value(0)));
    action("fp_attached", a -> watched.window(a.value(0), a.value(1), a.value(2)));
    action("fp_detached", a -> watched.withdrawFrom(a.value(0), a.value(1)));
    action("fp_window_free", a -> watched.withdrawWindow(a.value(0)));
    function("fp_accumulate_ordering", a -> ordering(info(a.value(0), "accumulate_ordering")));
    function("fp_accumulate_ops", a -> operations(info(a.value(0), "accumulate_ops")));
    function("fp_no_locks", a -> "true".equals(info(a.value(0), "no_locks")) ? 1 : 0);
    function("fp_locked", a -> locks.locked((int) a.value(0), a.value(1)));
    action("fp_locked_all", a -> locks.lockedAll(a.value(0)));
    function("fp_unlocking", a -> locks.held((int) a.value(0), a.value(1)));
    function("fp_overdue", a -> 0); // executions are short
    function("fp_held", a -> locks.held((int) a.value(0), a.value(1)));
    function("fp_held_by_fetch", a -> locks.fetched((int) a.value(0), a.value(1)));
    action(
        "fp_unlocked",
        a -> {
          completed(a.value(1), (int) a.value(0));
          locks.unlocked((int) a.value(0), a.value(1));
        });
    action("fp_completed", a -> completed(a.value(0), (int) a.value(1)));
    action("fp_refuse", a -> refuse());
    action("fp_fenced", a -> fenced(a.value(0), a.value(1)));
  }

  private static void refuse() {
    throw Halt.unmodelled("processes that join later");
  }

  private void fenced(long assertion, long window) {
    if ((assertion & constant("MPI_MODE_NOPRECEDE")) == 0) {
      completed(window, Watched.EVERY_TARGET);
    }
  }

  private void completed(long window, int target) {
    watched.completedTarget(window, target);
    fetches.deliver(window, target);
  }

  /** Every member's part is mapped here too. */
  private void shared(long handle) {
    Win win = process.window(handle);
    locks.shared(handle);
    long here = process.shared.getOrDefault(win, 0L);
    for (int member = 0; member < win.comm.size(); member++) {
      Win.Part part = win.shared(member);
      if (part != null) {
        watched.window(handle, here + part.base(), part.size());
        process.recorder.write(
            RecordCursor.SHARED, handle, member, here + part.base(), part.size());
      }
    }
  }

  private String info(long handle, String key) {
    return process.infos.getOrDefault(handle, Map.of()).getOrDefault(key, "");
  }

  /** Bits for rar, raw, war, waw (MPI 4.1, 12.2.1). */
  private static long ordering(String value) {
    if (value.isEmpty()) {
      return -1;
    }
    List<String> orders = List.of("rar", "raw", "war", "waw");
    long kept = 0;
    for (int i = 0; i < orders.size(); i++) {
      kept |= value.contains(orders.get(i)) ? 1L << i : 0;
    }
    return kept;
  }

  private static long operations(String value) {
    return value.equals("same_op") ? 1 : value.equals("same_op_no_op") ? 2 : 0;
  }

  // ---- buffers ----

  private void watch(long address, long count, long type, long window, int target, long request) {
    MpiHeader h = process.header();
    if (target == h.integer("MPI_PROC_NULL")
        || count <= 0
        || address == h.constant("MPI_IN_PLACE")) {
      return;
    }
    Layout layout = process.type(type);
    long from = address + layout.trueLower() + Math.min(0, layout.extent() * (count - 1));
    long length = layout.trueUpper() - layout.trueLower() + Math.abs(layout.extent()) * (count - 1);
    watched.buffer(from, length, window, target, request);
  }

  private void addBuffers() {
    action(
        "fp_origin",
        a -> {
          watch(a.value(0), a.value(1), a.value(2), a.value(4), (int) a.value(3), 0);
          locks.used((int) a.value(3), a.value(4), false);
        });
    action(
        "fp_result",
        a -> {
          watch(a.value(0), a.value(1), a.value(2), a.value(4), (int) a.value(3), 0);
          locks.used((int) a.value(3), a.value(4), true);
        });
    action(
        "fp_origin_of_request",
        a -> {
          watch(a.value(0), a.value(1), a.value(2), a.value(4), (int) a.value(3), a.value(5));
          locks.used((int) a.value(3), a.value(4), false);
        });
    action(
        "fp_result_of_request",
        a -> {
          watch(a.value(0), a.value(1), a.value(2), a.value(4), (int) a.value(3), a.value(5));
          locks.used((int) a.value(3), a.value(4), true);
          locks.fetching((int) a.value(3), a.value(4), a.value(5));
        });
    action(
        "fp_buffer",
        a -> watch(a.value(0), a.value(1), a.value(2), 0, (int) a.value(3), a.value(4)));
    action("fp_file_buffer", a -> watch(a.value(0), a.value(1), a.value(2), 0, 0, a.value(3)));
    action("fp_unwatch_request", a -> watched.completedRequest(a.value(0)));
    action("fp_buffers", a -> buffers(a, false));
    action("fp_buffers_typed", a -> buffers(a, true));
    function("fp_value", a -> fetches.value(a.value(0), a.value(1), a.value(2)));
    function(
        "fp_fetch",
        a ->
            fetches.fetch(
                a.value(0), a.value(1), a.value(2), (int) a.value(3), a.value(4), a.value(5)));
    function("fp_made", a -> fetches.made(a.value(0), a.value(1)));
  }

  private void buffers(Arguments a, boolean typed) {
    long address = a.value(0);
    if (address == constant("MPI_IN_PLACE")) {
      return;
    }
    for (int i = 0; i < a.value(1); i++) {
      long type = typed ? a.element(4, i) : a.value(4);
      long unit = typed ? 1 : process.type(type).extent();
      watch(address + a.element(3, i) * unit, a.element(2, i), type, 0, 0, a.value(5));
    }
  }

  // ---- requests ----

  private void addRequests() {
    action("fp_persistent", a -> watched.suspend(a.value(0)));
    action(
        "fp_started",
        a -> {
          for (int i = 0; i < a.value(0); i++) {
            watched.resume(a.element(1, i));
          }
        });
    action(
        "fp_waiting",
        a -> {
          waiting.clear();
          for (int i = 0; i < a.value(0); i++) {
            long request = a.element(1, i);
            waiting.add(request == constant("MPI_REQUEST_NULL") ? 0 : request);
          }
        });
    action(
        "fp_freed",
        a -> {
          if (!waiting.isEmpty()) {
            watched.forget(waiting.get(0));
          }
        });
    function("fp_waited", a -> waited(waiting));
    function(
        "fp_waited_some",
        a -> {
          List<Long> done = new ArrayList<>();
          for (int i = 0; i < count(a.value(0)); i++) {
            long index = a.element(1, i);
            if (index != constant("MPI_UNDEFINED")) {
              done.add(waiting.get((int) index));
            }
          }
          return waited(done);
        });
  }

  private long count(long outcount) {
    return outcount == constant("MPI_UNDEFINED") ? 0 : outcount;
  }

  private long waited(List<Long> requests) {
    boolean fresh = false;
    for (long request : requests) {
      if (request != 0) {
        watched.completedRequest(request);
        fetches.deliver(request);
        fresh |= locks.fetchedByRequest(request);
      }
    }
    return fresh ? 1 : 0;
  }

  // ---- lengths and members ----

  private void addLengths() {
    function("fp_size", a -> size(a.value(0)));
    function("fp_rank", a -> rank(a.value(0)));
    function("fp_at", a -> isAt(a.value(0), a.value(1)) ? 1 : 0);
    function("fp_size_at", a -> isAt(a.value(0), a.value(1)) ? size(a.value(1)) : 0);
    function("fp_size_unless", a -> a.value(0) != 0 ? 0 : size(a.value(1)));
    function("fp_count", a -> count(a.value(0)));
    function("fp_indegree", a -> neighbors(a.value(0), false).size());
    function("fp_outdegree", a -> neighbors(a.value(0), true).size());
    function(
        "fp_sum",
        a -> {
          long sum = 0;
          for (int i = 0; i < a.value(0); i++) {
            sum += a.element(1, i);
          }
          return sum;
        });
  }

  private int size(long comm) {
    return process.comm(comm).peers().size();
  }

  private int rank(long comm) {
    return process.comm(comm).rankOf(process.rank());
  }

  private boolean isAt(long root, long comm) {
    Comm c = process.comm(comm);
    return c.peers() != c ? root == constant("MPI_ROOT") : rank(comm) == root;
  }

  private List<Integer> neighbors(long handle, boolean destinations) {
    Topology topology = process.comm(handle).topology;
    if (topology == null) {
      return List.of();
    }
    List<Integer> found =
        (destinations ? topology.destinations() : topology.sources()).get(rank(handle));
    return found.stream().map(process::source).toList();
  }

  @Override
  public List<Integer> ranks(String function, long handle) {
    Comm comm = process.comms.get(handle);
    return switch (function) {
      case "fp_group_ranks" -> process.groups.getOrDefault(handle, List.of());
      case "fp_comm_ranks" -> comm == null ? List.of() : comm.members;
      case "fp_remote_ranks" -> comm == null || comm.other == null ? List.of() : comm.other.members;
      default -> neighbors(handle, false);
    };
  }
}
