package fencepost.frontend.gaspi;

import fencepost.engine.Execution;
import fencepost.frontend.program.MemoryObject;
import fencepost.frontend.program.PendingEffects;
import fencepost.frontend.program.Rank;
import fencepost.frontend.program.Rules.Rule;
import fencepost.frontend.program.Slots;
import fencepost.model.AccessKind;
import fencepost.model.Operation;
import fencepost.trace.BrokenTraceException;
import fencepost.trace.RecordCursor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Making and deleting segments (GASPI 17.1, "Memory segments"). A segment is named by its owner and
 * its number, which may be used again after it was deleted.
 */
final class Segments {
  private final GaspiFrontEnd frontEnd;
  private final Execution execution;
  private final GaspiCollectiveRules collectives;
  private final Map<Name, List<Segment>> segments = new HashMap<>();

  private record Name(int rank, long number) {}

  Segments(GaspiFrontEnd frontEnd, GaspiCollectiveRules collectives) {
    this.frontEnd = frontEnd;
    this.execution = frontEnd.execution();
    this.collectives = collectives;
  }

  void addRules() {
    frontEnd.rule(
        "make_segment",
        (slots, details) -> slots.find("group") < 0 ? made(slots) : madeTogether(slots));
    frontEnd.rule("register_segment", (slots, details) -> registered(slots));
    frontEnd.rule("delete_segment", (slots, details) -> deleted(slots.of("segment_id")));
  }

  // ---- for operations on them ----

  /** The process's own segment. */
  Segment own(GaspiProcess process, long number) {
    List<Segment> named = named(process.rank.number, number);
    if (named.isEmpty()) {
      throw new BrokenTraceException("a call names a segment that was never made");
    }
    return named.get(named.size() - 1);
  }

  /**
   * The segment of another process that the operation of the record is meant for; null while it has
   * not been heard of, or not of its registration with the user.
   */
  @Nullable Segment of(int owner, long number, GaspiProcess user, RecordCursor record) {
    Rank rank = user.rank;
    List<Segment> named = named(owner, number);
    for (Segment segment : named) {
      if (segment.existsAt(rank.began(record))) {
        boolean known = rank.number == owner || segment.isKnownTo(rank.number);
        return known || rank.isPast(record) ? segment : null;
      }
    }
    return !named.isEmpty() && rank.isPast(record) ? named.get(named.size() - 1) : null;
  }

  /** Who uses a segment knows that it was registered with him. */
  void learn(GaspiProcess user, Segment segment) {
    frontEnd.program().awaitIfAny(user.strand, segment.learn(user.rank.number));
  }

  private List<Segment> named(int owner, long number) {
    return segments.computeIfAbsent(new Name(owner, number), key -> new ArrayList<>());
  }

  // ---- rules ----

  private Rule<GaspiProcess> made(Slots slots) {
    return (process, record, returns) -> {
      add(process, record, slots);
      return true;
    };
  }

  private Rule<GaspiProcess> madeTogether(Slots slots) {
    int group = slots.of("group");
    return (process, record, returns) -> {
      if (!returns) {
        collectives.enter(process, record.slot(group), new PendingEffects());
        return true;
      }
      if (!collectives.leave(process, record.slot(group))) {
        return false;
      }
      Segment segment = add(process, record, slots);
      segment.sharedWith(process.group(record.slot(group)));
      return true;
    };
  }

  private Segment add(GaspiProcess process, RecordCursor record, Slots slots) {
    long base = record.slot(slots.of("base"));
    long size = record.slot(slots.of("size"));
    Rank rank = process.rank;
    Segment segment = new Segment(base, size);
    named(rank.number, record.slot(slots.of("segment_id"))).add(segment);
    String name = "segment of " + slots.call().name();
    MemoryObject object = new MemoryObject(name, rank.site(record), base, size);
    frontEnd.program().exposed(rank.number, object);
    return segment;
  }

  private Rule<GaspiProcess> registered(Slots slots) {
    int number = slots.of("segment_id");
    int rank = slots.of("rank");
    return (process, record, returns) -> {
      own(process, record.slot(number))
          .registeredWith((int) record.slot(rank), execution.signal(process.strand));
      return true;
    };
  }

  /** The memory is gone: a store to all of it. */
  private Rule<GaspiProcess> deleted(int number) {
    return (process, record, returns) -> {
      Segment segment = own(process, record.slot(number));
      segment.deletedAt(process.rank.ended(record));
      Operation operation = execution.issue(process.strand, Rank.ON_RETURN);
      execution.effect(
          operation, AccessKind.STORE, process.rank.number, segment.all(), null, null, null);
      return true;
    };
  }
}
