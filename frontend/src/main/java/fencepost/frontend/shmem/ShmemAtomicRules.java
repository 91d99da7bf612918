package fencepost.frontend.shmem;

import fencepost.engine.Execution;
import fencepost.frontend.atomic.AtomicOp;
import fencepost.frontend.atomic.Cell;
import fencepost.frontend.atomic.Origin;
import fencepost.frontend.atomic.Provenance;
import fencepost.frontend.atomic.Update;
import fencepost.frontend.program.Rank;
import fencepost.frontend.program.Rules.Rule;
import fencepost.frontend.program.Slots;
import fencepost.frontend.shmem.ShmemProcess.Place;
import fencepost.model.AccessKind;
import fencepost.model.AtomicType;
import fencepost.model.Effect;
import fencepost.model.Operation;
import fencepost.model.Operation.Completion;
import fencepost.model.Region;
import fencepost.trace.RecordCursor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Atomic memory operations (OpenSHMEM 1.5, 9.7). Those that fetch are complete when they return;
 * the others, and all nonblocking ones, at the next quiet. What is read orders the reader.
 */
final class ShmemAtomicRules {
  private final ShmemFrontEnd frontEnd;
  private final Execution execution;
  private final Flags flags;

  ShmemAtomicRules(ShmemFrontEnd frontEnd) {
    this.frontEnd = frontEnd;
    this.execution = frontEnd.execution();
    this.flags = new Flags(frontEnd);
  }

  /**
   * A fetching update that has not returned yet.
   *
   * @param before what a fence has put before it: delivered when it has returned (9.11)
   */
  record Fetch(
      Cell cell, Update update, Parcel effects, List<Provenance.Arrival> before, long issued) {}

  void addRules() {
    frontEnd.rule("fetch", (slots, meaning) -> fetch(new Arguments(slots, meaning)));
    frontEnd.rule("fetch_nbi", (slots, meaning) -> fetchLater(new Arguments(slots, meaning)));
    frontEnd.rule("update", (slots, meaning) -> update(new Arguments(slots, meaning)));
    frontEnd.rule("fetch_update", (slots, meaning) -> fetchUpdate(new Arguments(slots, meaning)));
    frontEnd.rule(
        "fetch_update_nbi", (slots, meaning) -> updateLater(new Arguments(slots, meaning)));
  }

  /** Where one call has its arguments, and what it does; -1 where it has none of the kind. */
  private static final class Arguments {
    final AtomicOp op;
    final BasicType type;
    final int ctx;
    final int pe;
    final int cell;
    final int operand;
    final int compare;
    final int seen;
    final int since;
    final int number;
    final int result;

    Arguments(Slots slots, List<String> meaning) {
      boolean reads = slots.find("dest") < 0;
      op = reads ? AtomicOp.NONE : AtomicOp.valueOf(meaning.get(0));
      type = BasicType.of(reads ? meaning : meaning.subList(1, meaning.size()));
      ctx = slots.find("ctx");
      pe = slots.of("pe");
      cell = slots.of(reads ? "source" : "dest");
      operand = slots.find("operand");
      compare = slots.find("compare");
      seen = slots.find("seen");
      since = slots.find("since");
      number = slots.find("number");
      result = slots.find("fetch");
    }

    Flags.Change change(RecordCursor record, boolean fetches) {
      long comparand = compare < 0 ? 0 : record.slot(compare);
      return new Flags.Change(op, record.slot(operand), comparand, 8 * type.size(), fetches);
    }
  }

  private Rule<ShmemProcess> fetch(Arguments arguments) {
    return (process, record, returns) -> {
      Context context = process.contextOf(record, arguments.ctx);
      Place place = place(process, context, record, arguments);
      if (place == null || !process.rank.isPast(record)) {
        return false;
      }
      Operation operation = execution.issue(process.strand, Rank.ON_RETURN);
      Effect effect = effect(operation, AccessKind.ATOMIC_READ, place, arguments.type, context);
      long since = process.rank.began(record.slot(arguments.since));
      long ended = process.rank.ended(record);
      Cell cell = flags.cell(place, arguments.type.size());
      process.rank.observe(
          cell.read(record.slot(arguments.seen), null, Origin.ANYONE, since, ended), cell);
      execution.complete(process.strand, effect);
      return true;
    };
  }

  private Rule<ShmemProcess> update(Arguments arguments) {
    return (process, record, returns) -> {
      Context context = process.contextOf(record, arguments.ctx);
      Place place = place(process, context, record, arguments);
      if (place == null) {
        return false;
      }
      Parcel own = issueUpdate(process, context, place, arguments, context.blocking());
      flags.update(
          process,
          context,
          place,
          own,
          arguments.change(record, false),
          process.rank.began(record));
      return true;
    };
  }

  private Rule<ShmemProcess> fetchUpdate(Arguments arguments) {
    return (process, record, returns) -> {
      if (returns) {
        return fetched(process, record, record.slot(arguments.seen));
      }
      long time = process.rank.began(record);
      Context context = process.contextOf(record, arguments.ctx);
      Place place = place(process, context, record, arguments);
      if (place == null) {
        return false;
      }
      List<Provenance.Arrival> before = context.deliveredBefore(place.rank());
      Parcel own = issueUpdate(process, context, place, arguments, Rank.ON_RETURN);
      Update update =
          flags.update(process, context, place, own, arguments.change(record, true), time);
      Cell cell = flags.cell(place, arguments.type.size());
      process.inside.fetch = new Fetch(cell, update, own, before, time);
      return true;
    };
  }

  private boolean fetched(ShmemProcess process, RecordCursor record, long seen) {
    Fetch fetch = process.inside.fetch;
    if (fetch == null) {
      return true;
    }
    if (!process.rank.isPast(record)) {
      return false;
    }
    long time = process.rank.ended(record);
    process.rank.observe(
        fetch.cell.read(seen, fetch.update, Origin.ANYONE, fetch.issued, time), fetch.cell);
    fetch.before.forEach(arrival -> arrival.completeFor(process.strand, execution));
    fetch.effects.completeFor(process.strand, execution);
    fetch.update.completedAt(time);
    process.inside.fetch = null;
    return true;
  }

  private Rule<ShmemProcess> fetchLater(Arguments arguments) {
    return (process, record, returns) -> {
      Context context = process.contextOf(record, arguments.ctx);
      Place place = place(process, context, record, arguments);
      if (place == null) {
        return false;
      }
      Operation operation = execution.issue(process.strand, context.nonblocking());
      result(process, record, arguments, operation, context);
      context
          .fetches(process.strand)
          .add(effect(operation, AccessKind.ATOMIC_READ, place, arguments.type, context));
      long time = process.rank.began(record);
      process.rank.fetching(
          record.slot(arguments.number),
          flags.cell(place, arguments.type.size()),
          null,
          Origin.ANYONE,
          time);
      return true;
    };
  }

  private Rule<ShmemProcess> updateLater(Arguments arguments) {
    return (process, record, returns) -> {
      Context context = process.contextOf(record, arguments.ctx);
      Place place = place(process, context, record, arguments);
      if (place == null) {
        return false;
      }
      Operation operation =
          execution.issue(process.strand, context.nonblocking(), context.delivery(place.rank()));
      result(process, record, arguments, operation, context);
      Parcel own = new Parcel(process.strand);
      Effect effect = effect(operation, AccessKind.ATOMIC_UPDATE, place, arguments.type, context);
      own.add(effect);
      context.parcel(place.rank(), process.strand).add(effect);
      long time = process.rank.began(record);
      Update update =
          flags.update(process, context, place, own, arguments.change(record, true), time);
      process.rank.fetching(
          record.slot(arguments.number),
          flags.cell(place, arguments.type.size()),
          update,
          Origin.ANYONE,
          time);
      return true;
    };
  }

  private static @Nullable Place place(
      ShmemProcess process, Context context, RecordCursor record, Arguments arguments) {
    int target = context.team.world((int) record.slot(arguments.pe));
    return process.locate(record.slot(arguments.cell), target);
  }

  private Parcel issueUpdate(
      ShmemProcess process,
      Context context,
      Place place,
      Arguments arguments,
      Completion completion) {
    Operation operation =
        execution.issue(process.strand, completion, context.delivery(place.rank()));
    Parcel own = new Parcel(process.strand);
    Effect effect = effect(operation, AccessKind.ATOMIC_UPDATE, place, arguments.type, context);
    own.add(effect);
    context.parcel(place.rank(), process.strand).add(effect);
    return own;
  }

  private Effect effect(
      Operation operation, AccessKind kind, Place place, BasicType type, Context context) {
    AtomicType atomic = type.in(context.team.domain);
    Region region = Region.of(place.address(), type.size());
    return execution.effect(operation, kind, place.rank(), region, atomic, null, null);
  }

  /** Where the old value goes; a fence does not order that (1.5, 9.11.1). */
  private void result(
      ShmemProcess process,
      RecordCursor record,
      Arguments arguments,
      Operation operation,
      Context context) {
    Region region = Region.of(record.slot(arguments.result), arguments.type.size());
    Parcel fetches = context.fetches(process.strand);
    process.use(
        operation, AccessKind.BUFFER_WRITE, region, fetches.together(), fetches::addTogether);
  }
}
