package fencepost.frontend.gaspi;

import fencepost.engine.Execution;
import fencepost.frontend.atomic.AtomicOp;
import fencepost.frontend.atomic.Cell;
import fencepost.frontend.atomic.Origin;
import fencepost.frontend.atomic.Update;
import fencepost.frontend.program.ErroneousCallException;
import fencepost.frontend.program.PendingEffects;
import fencepost.frontend.program.Rank;
import fencepost.frontend.program.Rules.Rule;
import fencepost.frontend.program.Slots;
import fencepost.model.AccessKind;
import fencepost.model.AtomicType;
import fencepost.model.Operation;
import fencepost.model.Region;
import fencepost.trace.RecordCursor;

/**
 * Atomic operations (GASPI 17.1, "Global atomics"): on one value of eight bytes, complete on
 * return. The value that they return orders them after those who made it.
 */
final class GaspiAtomicRules {
  private static final AtomicType TYPE = new AtomicType("gaspi", Long.BYTES);

  private final GaspiFrontEnd frontEnd;
  private final Execution execution;
  private final Segments segments;

  /** What an operation that a process is in does to a cell. */
  record Operand(Cell cell, Update update, int owner, Region memory, long issued) {
    void withdraw() {
      cell.withdraw(update);
    }
  }

  GaspiAtomicRules(GaspiFrontEnd frontEnd, Segments segments) {
    this.frontEnd = frontEnd;
    this.execution = frontEnd.execution();
    this.segments = segments;
  }

  /** The table says which operation it is, with what, and what the old value is compared with. */
  void addRules() {
    frontEnd.rule(
        "fetch_update",
        (slots, details) -> {
          int operand = slots.of(details.get(1));
          int compare = details.size() > 2 ? slots.of(details.get(2)) : operand;
          return rule(slots, AtomicOp.valueOf(details.get(0)), operand, compare);
        });
  }

  private Rule<GaspiProcess> rule(Slots slots, AtomicOp op, int operand, int compare) {
    int segment = slots.of("segment_id");
    int offset = slots.of("offset");
    int rank = slots.of("rank");
    int old = slots.of("val_old");
    int result = slots.of("result");
    return (process, record, returns) -> {
      if (returns) {
        return leave(process, record, record.slot(old), record.slot(result));
      }
      int owner = (int) record.slot(rank);
      long time = process.rank.began(record);
      Segment target = segments.of(owner, record.slot(segment), process, record);
      if (target == null) {
        return false;
      }
      segments.learn(process, target);
      Region memory = target.at(record.slot(offset), Long.BYTES);
      Update update =
          new Update(
              op,
              record.slot(operand),
              record.slot(compare),
              Long.SIZE,
              true,
              Origin.ANYONE,
              execution.signal(process.strand),
              time);
      Cell cell = frontEnd.program().cells().at(owner, memory.start(), Long.BYTES);
      cell.add(update);
      execution.updates(process.strand, cell);
      process.inside.atomic = new Operand(cell, update, owner, memory, time);
      return true;
    };
  }

  private boolean leave(GaspiProcess process, RecordCursor record, long old, long result) {
    if (!process.rank.isPast(record)) {
      return false; // others may have written the value who have not been heard yet
    }
    long time = process.rank.ended(record);
    Operand operand = ErroneousCallException.require(process.inside.atomic, "it was never entered");
    process.inside.atomic = null;
    access(process, operand, result);
    operand.update.completedAt(time);
    process.rank.observe(
        operand.cell.read(old, operand.update, Origin.ANYONE, operand.issued, time), operand.cell);
    return true;
  }

  private void access(GaspiProcess process, Operand operand, long result) {
    PendingEffects effects = new PendingEffects();
    Operation operation = execution.issue(process.strand, Rank.ON_RETURN);
    process.rank.use(operation, AccessKind.BUFFER_WRITE, Region.of(result, Long.BYTES), effects);
    effects.add(
        execution.effect(
            operation, AccessKind.ATOMIC_UPDATE, operand.owner, operand.memory, TYPE, null, null),
        null);
    effects.complete(execution, process.strand);
  }
}
