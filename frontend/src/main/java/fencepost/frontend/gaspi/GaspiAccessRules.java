package fencepost.frontend.gaspi;

import fencepost.engine.Execution;
import fencepost.frontend.program.PendingEffects;
import fencepost.frontend.program.Rules.Rule;
import fencepost.frontend.program.Slots;
import fencepost.model.AccessKind;
import fencepost.model.Operation;
import fencepost.model.Region;
import fencepost.trace.RecordCursor;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One-sided communication (GASPI 17.1, "One-sided communication"): requests that move data between
 * segments, one or a list of pieces, and perhaps notify whoever gets the data.
 *
 * <p>{@code gaspi_wait} completes what is done here, and all of a read. A write arrives at its
 * target before a later {@code gaspi_notify} of its queue, or before the notification of its own
 * call, and not before: there is no other way to know.
 */
final class GaspiAccessRules {
  private static final Operation.Completion READ =
      new Operation.Completion("gaspi_wait on its queue", "gaspi_wait on its queue");
  private static final Operation.Completion WRITE =
      new Operation.Completion(
          "gaspi_wait on its queue",
          "gaspi_notify on the same queue, seen by gaspi_notify_waitsome at the target",
          true);
  private static final Operation.Completion WRITE_NOTIFY =
      new Operation.Completion(
          "gaspi_wait on its queue",
          "its notification, seen by gaspi_notify_waitsome at the target",
          true);

  private final GaspiFrontEnd frontEnd;
  private final Execution execution;
  private final Segments segments;
  private final Notifications notifications;

  GaspiAccessRules(GaspiFrontEnd frontEnd, Segments segments, Notifications notifications) {
    this.frontEnd = frontEnd;
    this.execution = frontEnd.execution();
    this.segments = segments;
    this.notifications = notifications;
  }

  void addRules() {
    frontEnd.rule("write", (slots, details) -> rule(new Arguments(slots, false)));
    frontEnd.rule("read", (slots, details) -> rule(new Arguments(slots, true)));
  }

  private Rule<GaspiProcess> rule(Arguments arguments) {
    return (process, record, returns) -> apply(process, record, arguments);
  }

  /** Where one call has its arguments; -1 where it has none of the kind. */
  private static final class Arguments {
    final boolean reads;
    final int num;
    final int localSegment;
    final int localOffset;
    final int rank;
    final int remoteSegment;
    final int remoteOffset;
    final int size;
    final int queue;
    final int notifiedSegment;
    final int notification;
    final int value;

    Arguments(Slots slots, boolean reads) {
      this.reads = reads;
      num = slots.find("num");
      localSegment = slots.of("segment_id_local");
      localOffset = slots.of("offset_local");
      rank = slots.of("rank");
      remoteSegment = slots.of("segment_id_remote");
      remoteOffset = slots.of("offset_remote");
      size = slots.of("size");
      queue = slots.of("queue");
      notification = slots.find("notification_id");
      value = slots.find("notification_value");
      int named = slots.find("segment_id_notification");
      notifiedSegment = named >= 0 ? named : reads ? localSegment : remoteSegment;
    }

    int pieces(RecordCursor record) {
      return num < 0 ? 1 : (int) record.slot(num);
    }

    long get(RecordCursor record, int slot, int piece) {
      return num < 0 ? record.slot(slot) : record.element(slot, piece);
    }

    Operation.Completion completion() {
      return reads ? READ : notification < 0 ? WRITE : WRITE_NOTIFY;
    }
  }

  private boolean apply(GaspiProcess process, RecordCursor record, Arguments arguments) {
    int target = (int) record.slot(arguments.rank);
    List<Segment> remote = remoteSegments(process, record, arguments, target);
    if (remote == null) {
      return false;
    }
    PendingEffects here = new PendingEffects();
    PendingEffects there = new PendingEffects();
    Operation operation = execution.issue(process.strand, arguments.completion());
    for (int i = 0; i < remote.size(); i++) {
      long size = arguments.get(record, arguments.size, i);
      if (size > 0) {
        Segment own = segments.own(process, arguments.get(record, arguments.localSegment, i));
        Region local = own.at(arguments.get(record, arguments.localOffset, i), size);
        Region far = remote.get(i).at(arguments.get(record, arguments.remoteOffset, i), size);
        home(process, operation, arguments.reads, local, here);
        remote(operation, arguments.reads, target, far, there);
      }
    }
    post(process, record, arguments, target, here, there);
    return true;
  }

  /** The target's segments, one for each piece; null while one has not been heard of. */
  private @Nullable List<Segment> remoteSegments(
      GaspiProcess process, RecordCursor record, Arguments arguments, int target) {
    List<Segment> remote = new ArrayList<>();
    for (int i = 0; i < arguments.pieces(record); i++) {
      long number = arguments.get(record, arguments.remoteSegment, i);
      Segment segment = segments.of(target, number, process, record);
      if (segment == null) {
        return null;
      }
      remote.add(segment);
    }
    remote.forEach(segment -> segments.learn(process, segment));
    return remote;
  }

  private void home(
      GaspiProcess process, Operation by, boolean reads, Region region, PendingEffects effects) {
    AccessKind kind = reads ? AccessKind.BUFFER_WRITE : AccessKind.BUFFER_READ;
    process.rank.use(by, kind, region, effects);
    if (reads) {
      frontEnd.program().cells().written(process.rank.number, region);
    }
  }

  private void remote(
      Operation by, boolean reads, int target, Region region, PendingEffects effects) {
    AccessKind kind = reads ? AccessKind.REMOTE_READ : AccessKind.REMOTE_WRITE;
    effects.add(execution.effect(by, kind, target, region, null, null, null), null);
    if (!reads) {
      frontEnd.program().cells().written(target, region);
    }
  }

  /** Says what will complete the effects of the request, and posts its notification, if any. */
  private void post(
      GaspiProcess process,
      RecordCursor record,
      Arguments arguments,
      int target,
      PendingEffects here,
      PendingEffects there) {
    Queue queue = process.queue(record.slot(arguments.queue));
    PendingEffects all = new PendingEffects();
    all.addAll(here);
    all.addAll(there);
    if (arguments.reads) {
      queue.untilWait.addAll(all);
    } else {
      queue.untilWait.addAll(here);
      queue.wrote(target, all);
    }
    if (arguments.notification >= 0) {
      notifications.post(
          process,
          arguments.reads ? process.rank.number : target,
          record.slot(arguments.notifiedSegment),
          record.slot(arguments.notification),
          arguments.value < 0 ? Notification.ANY : record.slot(arguments.value),
          process.rank.began(record),
          all::effects);
    }
  }
}
