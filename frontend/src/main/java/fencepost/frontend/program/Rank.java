package fencepost.frontend.program;

import fencepost.clocks.Signal;
import fencepost.engine.Execution;
import fencepost.engine.Strand;
import fencepost.frontend.atomic.Cell;
import fencepost.frontend.atomic.Origin;
import fencepost.frontend.atomic.Provenance;
import fencepost.frontend.atomic.Update;
import fencepost.merge.Horizon;
import fencepost.model.AccessKind;
import fencepost.model.Completions;
import fencepost.model.Effect;
import fencepost.model.LockEpoch;
import fencepost.model.Operation;
import fencepost.model.Region;
import fencepost.trace.AddressSpace;
import fencepost.trace.ApiTable;
import fencepost.trace.BrokenTraceException;
import fencepost.trace.RecordCursor;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * One process of the program, whatever programming models it uses: its strands, its memory, and the
 * values it has been told.
 */
public final class Rank {
  /** For operations that end with the call that made them. */
  public static final Operation.Completion ON_RETURN =
      new Operation.Completion("the return of the call", "the return of the call");

  private static final int LOAD = 0;
  private static final int STORE = 1;
  private static final int FREE = 2;
  private static final int SCOPE = 3;
  private static final int FRESH = 4;
  private static final int ATOMIC_LOAD = 5;
  private static final int ATOMIC_STORE = 6;
  private static final int JUMP = 7;

  public final int number;
  private final Program program;
  private final Execution execution;
  private final AddressSpace code;
  private final Horizon horizon;
  private final AddressMap memory;
  private final Footprints footprints = new Footprints();
  private final Long2ObjectOpenHashMap<Fetch> fetches = new Long2ObjectOpenHashMap<>();
  private final Long2ObjectOpenHashMap<LongConsumer> listeners = new Long2ObjectOpenHashMap<>();
  private final List<Value> values = new ArrayList<>();
  private final Strands strands;
  private Locks locks = (owner, region) -> null;

  private record Fetch(Cell cell, @Nullable Update update, Origin origin, long issued) {}

  private record Value(long fetch, long value) {}

  /** The locks that the process holds on memory that it can load and store. */
  public interface Locks {
    /** The one that covers a region of the owner's memory, if any. */
    @Nullable LockEpoch on(int owner, Region region);
  }

  public Rank(Program program, Strand strand, AddressSpace code, Horizon horizon) {
    this.program = program;
    this.execution = program.execution();
    this.strands = new Strands(execution, strand);
    this.number = strand.rank;
    this.code = code;
    this.horizon = horizon;
    this.memory = new AddressMap(number);
  }

  /** The strands of the process. */
  public Strands strands() {
    return strands;
  }

  /** The one that made the record at hand. */
  public Strand strand() {
    return strands.current();
  }

  /** The source place of the record at hand. */
  public int site(RecordCursor record) {
    return code.siteOfReturnTo(record.slot(0));
  }

  /** Whose memory the addresses of the process are. */
  public AddressMap memory() {
    return memory;
  }

  /** From now on, its locks are these. */
  public void holds(Locks held) {
    locks = held;
  }

  // ---- accesses ----

  /** A load or store, or the end of a piece of memory. */
  public void access(RecordCursor record) {
    int site = site(record);
    Region region = footprints.of(site, record);
    switch (record.flags()) {
      case LOAD -> access(AccessKind.LOAD, region, site);
      case STORE -> access(AccessKind.STORE, region, site);
      case FREE -> ended(region, "free", site);
      case SCOPE -> ended(region, "return", site);
      case JUMP -> ended(region, "longjmp", site);
      case FRESH -> execution.renew(number, region);
      case ATOMIC_LOAD -> access(AccessKind.ATOMIC_LOAD, region, site);
      case ATOMIC_STORE -> access(AccessKind.ATOMIC_STORE, region, site);
      default -> throw new BrokenTraceException("an access of unknown kind");
    }
  }

  private void access(AccessKind kind, Region region, int site) {
    if (memory.isMine(region)) {
      access(kind, number, region, site);
    } else {
      memory.locate(region, (owner, there) -> access(kind, owner, there, site));
    }
  }

  private void access(AccessKind kind, int owner, Region region, int site) {
    execution.access(strand(), kind, owner, region, site, locks.on(owner, region));
    if (kind.writes()) {
      program.cells().written(owner, region);
    }
  }

  /** Freeing memory, or leaving the function it is local to, is a store to all of it. */
  private void ended(Region region, String how, int site) {
    execution.inside(strand(), how, site);
    Operation end = execution.issue(strand(), ON_RETURN);
    execution.effect(end, AccessKind.STORE, number, region, null, null, null);
  }

  /** A buffer of the process is used by a call until it is completed. */
  public void use(Operation operation, AccessKind kind, Region buffer, PendingEffects until) {
    if (memory.isMine(buffer)) {
      until.add(use(operation, kind, number, buffer, null), null);
      return;
    }
    memory.locate(
        buffer, (owner, there) -> until.add(use(operation, kind, owner, there, null), null));
  }

  /** What is received into a cell is not known to be its value. */
  private Effect use(
      Operation operation,
      AccessKind kind,
      int owner,
      Region region,
      @Nullable Completions together) {
    if (kind.writes()) {
      program.cells().written(owner, region);
    }
    return execution.effect(operation, kind, owner, region, null, null, null, together);
  }

  /** The same for a buffer that nothing completes but what completes all that is pending. */
  public void useTogether(
      Operation operation, AccessKind kind, Region buffer, PendingEffects until) {
    Completions together = until.together(strand());
    if (memory.isMine(buffer)) {
      until.addTogether(use(operation, kind, number, buffer, together), null);
      return;
    }
    memory.locate(
        buffer,
        (owner, there) -> until.addTogether(use(operation, kind, owner, there, together), null));
  }

  // ---- values ----

  /** An atomic operation has returned a value. */
  public void value(RecordCursor record) {
    values.add(new Value(record.slot(0), record.slot(1)));
  }

  /** A fetch has been issued; its value will come under its number. */
  public void fetching(
      long number, Cell cell, @Nullable Update update, Origin origin, long issued) {
    fetches.put(number, new Fetch(cell, update, origin, issued));
  }

  /** Somebody wants to be told the value that will come under a number. */
  public void telling(long number, LongConsumer listener) {
    listeners.put(number, listener);
  }

  /**
   * Whether the values that have come with a call can be judged: every process has been heard up to
   * its return, so whoever may have written them is known.
   */
  public boolean canObserve(RecordCursor record) {
    return values.isEmpty() || isPast(record);
  }

  /** Whether all that other processes did before the call returned is known. */
  public boolean isPast(RecordCursor record) {
    return horizon.isPast(ended(record));
  }

  /** What is issued from now on, by any process, is not earlier. */
  public long heardFromAll() {
    return horizon.heardFromAll();
  }

  /** The record at hand need not be told before the result is run. */
  Runnable sleep() {
    return horizon.sleep();
  }

  /** When the call of a record began: as early as that can have been. */
  public long began(RecordCursor record) {
    return began(record.slot(ApiTable.TIME));
  }

  /** The same for a beginning that is told with the return of a call. */
  public long began(long since) {
    return horizon.time().earliest(since);
  }

  /** When the call of a record was over: as late as that can have been. */
  public long ended(RecordCursor record) {
    return horizon.time().latest(record.slot(ApiTable.TIME));
  }

  /** A value was seen, of which this is known. */
  public void observe(@Nullable Provenance provenance) {
    if (provenance != null) {
      provenance.observe(strand(), execution);
    }
  }

  /** The same by a call that tells what it has seen, where it could have been something else. */
  public void observeOneOfSome(@Nullable Provenance provenance) {
    observe(provenance, null);
  }

  /** The same by an operation that was given the value of a cell: others may have come first. */
  public void observe(@Nullable Provenance provenance, @Nullable Cell cell) {
    if (provenance != null) {
      Strand strand = strand();
      Signal told = execution.told(strand, provenance.signal(), cell);
      new Provenance(told, provenance.arrivals()).observe(strand, execution);
    }
  }

  /** What has been fetched orders the process after those who wrote it. */
  public void observe(RecordCursor record) {
    if (values.isEmpty()) {
      return;
    }
    long time = ended(record);
    for (Value value : values) {
      LongConsumer listener = listeners.remove(value.fetch);
      if (listener != null) {
        listener.accept(value.value);
      }
      Fetch fetch = fetches.remove(value.fetch);
      if (fetch != null) {
        observe(
            fetch.cell.read(value.value, fetch.update, fetch.origin, fetch.issued, time),
            fetch.cell);
        fetch.cell.seen(strand(), execution);
      }
    }
    values.clear();
  }
}
