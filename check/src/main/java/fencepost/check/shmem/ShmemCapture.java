package fencepost.check.shmem;

import fencepost.check.record.Capture;
import fencepost.check.record.Watched;
import fencepost.trace.RecordCursor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/** What {@code capture/shmem.c} does around the calls of OpenSHMEM, function by function. */
final class ShmemCapture implements Capture {
  private static final long GLOBALS = 1; // no handle and no block has this address

  private final ShmemProcess process;
  private final Watched watched;
  private final Map<String, ToLongFunction<Arguments>> functions = new HashMap<>();
  private final List<Fetch> fetches = new ArrayList<>();
  private boolean started;
  private long numbers;

  /** A result that will be there when its context is complete. */
  private record Fetch(long number, long context, long result, int size) {}

  private interface Action {
    void act(Arguments arguments);
  }

  ShmemCapture(ShmemProcess process) {
    this.process = process;
    this.watched = process.recorder.watched();
    addProgram();
    addMemory();
    addContexts();
    addValues();
  }

  @Override
  public long constant(String name) {
    return switch (name) {
      case "fp_globals_from" -> process.symmetric.variablesFrom;
      case "fp_globals_to" -> process.symmetric.variablesTo;
      case "SIZE_MAX" -> -1;
      default -> process.header().constant(name);
    };
  }

  @Override
  public int sizeOf(String type) {
    return new CType(type).size();
  }

  @Override
  public long call(String function, Arguments arguments) {
    ToLongFunction<Arguments> found = functions.get(function);
    if (found == null) {
      throw new IllegalArgumentException("the table calls " + function);
    }
    return found.applyAsLong(arguments);
  }

  /** OpenSHMEM has no groups. */
  @Override
  public List<Integer> ranks(String function, long handle) {
    throw new IllegalArgumentException("the table calls " + function);
  }

  /** OpenSHMEM has no datatypes. */
  @Override
  public void describe(long datatype) {}

  private void function(String name, ToLongFunction<Arguments> function) {
    functions.put(name, function);
  }

  private void action(String name, Action action) {
    functions.put(
        name,
        arguments -> {
          action.act(arguments);
          return 0;
        });
  }

  // ---- start and end ----

  private void addProgram() {
    action("fp_shmem_started", a -> start());
    action("fp_shmem_finished", a -> process.recorder.end());
    action(
        "fp_shmem_started_without_end",
        a -> {
          process.endsAtExit |= !started;
          start();
        });
  }

  private void start() {
    if (started) {
      return; // start_pes may be called again
    }
    started = true;
    process.recorder.begin(ShmemLibrary.TABLE, process.rank(), process.world.world.size(), this);
    SymmetricMemory symmetric = process.symmetric;
    watch(GLOBALS, symmetric.variablesFrom, symmetric.variablesTo - symmetric.variablesFrom);
  }

  // ---- symmetric memory ----

  private void addMemory() {
    function("fp_symmetric_block", a -> block(a.value(0), a.value(1)));
    function("fp_reallocated", a -> reallocated(a.value(0), a.value(1), a.value(2)));
    action("fp_block_freed", a -> watched.withdrawFrom(a.value(0), a.value(0)));
    function("fp_mapped", a -> mapped(a.value(0), a.value(1), (int) a.value(2)));
    function("fp_world_pe", a -> worldPe(a.value(0), (int) a.value(1)));
  }

  private void watch(long window, long from, long size) {
    watched.window(window, from, size);
    process.symmetric.watch(from, size);
  }

  private long block(long base, long size) {
    if (base == 0 || size == 0) {
      return 0;
    }
    watch(base, base, size);
    return base;
  }

  /** The number in the world; -1 if there is no such process in the team. */
  private int worldPe(long handle, int pe) {
    Team team = process.findTeam(handle);
    return team == null || !team.has(pe) ? -1 : team.process(pe);
  }

  private long reallocated(long old, long base, long size) {
    if (base != 0 || size == 0) {
      watched.withdrawFrom(old, old);
    }
    return block(base, size);
  }

  /** The whole object is mapped, and is watched like one's own. */
  private long mapped(long address, long here, int pe) {
    if (here == 0 || here == address || pe < 0) {
      return 0;
    }
    SymmetricMemory.Piece piece = process.symmetric.at(address);
    long from = here - (address - piece.base());
    watched.withdrawFrom(from, from);
    watch(from, from, piece.size());
    return from;
  }

  // ---- contexts ----

  private void addContexts() {
    action("fp_pending", a -> pending(defaultContext(), a.value(0), a.value(1)));
    action("fp_pending_in", a -> pending(a.value(0), a.value(1), a.value(2)));
    function("fp_fetching", a -> fetching(defaultContext(), a.value(0), (int) a.value(1)));
    function("fp_fetching_in", a -> fetching(a.value(0), a.value(1), (int) a.value(2)));
    action("fp_context", a -> {}); // the process knows its contexts
    action("fp_context_completed", a -> completed(a.value(0)));
    action("fp_context_ended", a -> ended(a.value(0)));
    action("fp_team_ends", a -> {});
    action("fp_team_ended", a -> process.contextsOf(a.value(0)).forEach(this::ended));
  }

  private long defaultContext() {
    return constant("SHMEM_CTX_DEFAULT");
  }

  private void pending(long context, long buffer, long bytes) {
    watched.buffer(buffer, bytes, context, 0, 0);
  }

  private long fetching(long context, long result, int bytes) {
    pending(context, result, bytes);
    fetches.add(new Fetch(++numbers, context, result, bytes));
    return numbers;
  }

  private void completed(long context) {
    watched.completedTarget(context, Watched.EVERY_TARGET);
    for (Fetch fetch : fetches) {
      if (fetch.context == context) {
        long value = process.memory().load(fetch.result, fetch.size);
        process.recorder.write(RecordCursor.VALUE, fetch.number, value);
      }
    }
    fetches.removeIf(fetch -> fetch.context == context);
  }

  private void ended(long context) {
    completed(context);
    process.removeContext(context);
  }

  // ---- values ----

  private void addValues() {
    function("fp_bits", a -> a.value(0));
    function("fp_integer", a -> integer(a.value(0), a.value(1)));
    function("fp_unless_null", a -> a.value(0) == 0 ? 0 : a.value(1));
  }

  private long integer(long address, long bytes) {
    boolean single = bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8;
    return single ? process.memory().load(address, (int) bytes) : 0;
  }
}
