package fencepost.frontend.shmem;

import fencepost.engine.Execution;
import fencepost.frontend.atomic.Cell;
import fencepost.frontend.atomic.Goal;
import fencepost.frontend.atomic.Origin;
import fencepost.frontend.atomic.Provenance;
import fencepost.frontend.program.Rank;
import fencepost.frontend.program.Rules.Rule;
import fencepost.frontend.program.Slots;
import fencepost.model.AccessKind;
import fencepost.model.AtomicType;
import fencepost.model.Effect;
import fencepost.model.Operation;
import fencepost.model.Region;
import fencepost.trace.RecordCursor;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Point-to-point synchronisation (OpenSHMEM 1.5, 9.10) and signals (9.8): the process has seen that
 * its memory was written, and is ordered after those who must have done it. Tests that failed are
 * not recorded.
 */
final class Waiting {
  private final ShmemFrontEnd frontEnd;
  private final Execution execution;

  Waiting(ShmemFrontEnd frontEnd) {
    this.frontEnd = frontEnd;
    this.execution = frontEnd.execution();
  }

  /** A process waits: since when, for what of each element, and what it looks at meanwhile. */
  record Wait(long since, List<@Nullable Goal> goals, Effect looks, boolean tests) {}

  /** Which elements have met their condition. */
  private interface Met {
    IntStream elements(RecordCursor record);
  }

  void addRules() {
    frontEnd.rule("wait", (slots, meaning) -> waiting(one(slots, meaning)));
    frontEnd.rule("test", (slots, meaning) -> testing(one(slots, meaning), slots));
    for (String form : List.of("all", "any", "some")) {
      frontEnd.rule("wait_" + form, (slots, meaning) -> waiting(many(slots, meaning, form)));
      frontEnd.rule("test_" + form, (slots, meaning) -> testing(many(slots, meaning, form), slots));
    }
    frontEnd.rule("wait_signal", (slots, meaning) -> waiting(signal(slots)));
    frontEnd.rule("fetch_signal", (slots, meaning) -> fetchSignal(slots));
  }

  /** Where one call has its arguments; -1 where it has none of the kind. */
  private record Arguments(
      BasicType type,
      int address,
      int count,
      int comparison,
      int value,
      boolean vector,
      int status,
      int entry,
      int seen,
      boolean returnsValue,
      Met met) {}

  private static Arguments one(Slots slots, List<String> meaning) {
    return new Arguments(
        BasicType.of(meaning),
        slots.of("ivar"),
        -1,
        slots.of("cmp"),
        slots.of("cmp_value"),
        false,
        -1,
        slots.find("entry"),
        slots.of("seen"),
        false,
        record -> IntStream.of(0));
  }

  private static Arguments signal(Slots slots) {
    return new Arguments(
        BasicType.SIGNAL,
        slots.of("sig_addr"),
        -1,
        slots.of("cmp"),
        slots.of("cmp_value"),
        false,
        -1,
        slots.of("entry"),
        slots.of("seen"),
        true,
        record -> IntStream.of(0));
  }

  private static Arguments many(Slots slots, List<String> meaning, String form) {
    boolean vector = slots.find("cmp_values") >= 0;
    return new Arguments(
        BasicType.of(meaning),
        slots.of("ivars"),
        slots.of("nelems"),
        slots.of("cmp"),
        slots.of(vector ? "cmp_values" : "cmp_value"),
        vector,
        slots.of("status"),
        -1,
        -1,
        false,
        met(slots, form));
  }

  private static Met met(Slots slots, String form) {
    return switch (form) {
      case "all" -> {
        int count = slots.of("nelems");
        yield record -> IntStream.range(0, (int) record.slot(count));
      }
      case "any" -> {
        int index = slots.of("index");
        yield record ->
            record.slot(index) == -1 ? IntStream.empty() : IntStream.of((int) record.slot(index));
      }
      default -> {
        int indices = slots.of("indices");
        yield record ->
            IntStream.range(0, record.length(indices)).map(i -> (int) record.element(indices, i));
      }
    };
  }

  // ---- rules ----

  private Rule<ShmemProcess> waiting(Arguments arguments) {
    return (process, record, returns) -> {
      if (!process.rank.isPast(record)) {
        return false;
      }
      long time = process.rank.ended(record);
      if (!returns) {
        List<@Nullable Goal> goals = goals(process, record, arguments);
        note(process, record, arguments, goals);
        process.inside.wait =
            new Wait(process.rank.began(record), goals, look(process, record, arguments), false);
      } else if (process.inside.wait != null) {
        observe(process, record, arguments, process.inside.wait, time);
        process.inside.wait = null;
      }
      return true;
    };
  }

  private Rule<ShmemProcess> testing(Arguments arguments, Slots slots) {
    int since = slots.of("since");
    return (process, record, returns) -> {
      if (!process.rank.isPast(record)) {
        return false;
      }
      long time = process.rank.ended(record);
      List<@Nullable Goal> goals = goals(process, record, arguments);
      Wait test =
          new Wait(
              process.rank.began(record.slot(since)),
              goals,
              look(process, record, arguments),
              true);
      observe(process, record, arguments, test, time);
      return true;
    };
  }

  private Rule<ShmemProcess> fetchSignal(Slots slots) {
    int address = slots.of("sig_addr");
    int since = slots.of("since");
    int seen = slots.of("seen");
    return (process, record, returns) -> {
      if (!process.rank.isPast(record)) {
        return false;
      }
      long time = process.rank.ended(record);
      AtomicType type = AtomicType.anyOf("signal", Long.BYTES);
      Effect looks = look(process, Region.of(record.slot(address), Long.BYTES), type);
      Cell cell = cell(process, record.slot(address), Long.BYTES);
      process.rank.observe(
          cell.given(
              record.slot(seen),
              process.strand.knowledge(),
              process.rank.began(record.slot(since)),
              time),
          cell);
      execution.complete(process.strand, looks);
      return true;
    };
  }

  // ---- what they wait for, and what they have seen ----

  /** What each element is waited for; nothing where it has a status (1.5, 9.10.2). */
  private static List<@Nullable Goal> goals(
      ShmemProcess process, RecordCursor record, Arguments arguments) {
    long count = arguments.count < 0 ? 1 : record.slot(arguments.count);
    int comparison = (int) record.slot(arguments.comparison);
    List<@Nullable Goal> goals = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      long value =
          arguments.vector ? record.element(arguments.value, i) : record.slot(arguments.value);
      boolean ignored =
          arguments.status >= 0
              && record.length(arguments.status) > i
              && record.element(arguments.status, i) != 0;
      goals.add(
          ignored
              ? null
              : process.constants.condition(
                  comparison, arguments.type.extend(value), arguments.type));
    }
    return goals;
  }

  /** The value at the entry may be the one that there was before anybody wrote. */
  private void note(
      ShmemProcess process, RecordCursor record, Arguments arguments, List<@Nullable Goal> goals) {
    Goal goal = goals.get(0);
    if (arguments.entry >= 0 && goal != null) {
      cell(process, record.slot(arguments.address), arguments.type.size())
          .had(record.slot(arguments.entry), process.rank.ended(record));
    }
  }

  private Effect look(ShmemProcess process, RecordCursor record, Arguments arguments) {
    int size = arguments.type.size();
    long count = arguments.count < 0 ? 1 : record.slot(arguments.count);
    return look(
        process, Region.of(record.slot(arguments.address), count * size), AtomicType.poll(size));
  }

  private Effect look(ShmemProcess process, Region region, AtomicType type) {
    Operation operation = execution.issue(process.strand, Rank.ON_RETURN);
    return execution.effect(
        operation, AccessKind.ATOMIC_READ, process.rank.number, region, type, null, null);
  }

  private Cell cell(ShmemProcess process, long address, int bytes) {
    return frontEnd.program().cells().at(process.rank.number, address, bytes);
  }

  private void observe(
      ShmemProcess process, RecordCursor record, Arguments arguments, Wait wait, long time) {
    List<Integer> elements = new ArrayList<>();
    arguments.met.elements(record).forEach(elements::add);
    boolean couldBeOthers = wait.tests || elements.size() < wait.goals.size();
    for (int i : elements) {
      Goal goal = wait.goals.get(i);
      if (goal != null) {
        long address = record.slot(arguments.address) + (long) i * arguments.type.size();
        Cell cell = cell(process, address, arguments.type.size());
        observe(process, record, arguments, cell, goal, wait.since, time, couldBeOthers);
      }
    }
    execution.complete(process.strand, wait.looks);
  }

  private void observe(
      ShmemProcess process,
      RecordCursor record,
      Arguments arguments,
      Cell cell,
      Goal goal,
      long since,
      long time,
      boolean couldBeOthers) {
    if (arguments.returnsValue) {
      process.rank.observe(
          cell.given(record.slot(arguments.seen), process.strand.knowledge(), since, time), cell);
      return;
    }
    Long seen = arguments.seen < 0 ? null : record.slot(arguments.seen);
    Provenance met = cell.await(goal, process.strand.knowledge(), seen, time);
    process.rank.observe(met, couldBeOthers ? null : cell);
    if (seen != null) { // only to know more of the cell: the program has not seen it
      var unused = cell.read(seen, null, Origin.ANYONE, since, time);
    }
  }
}
