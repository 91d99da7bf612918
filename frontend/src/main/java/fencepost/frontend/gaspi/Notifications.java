package fencepost.frontend.gaspi;

import fencepost.engine.Execution;
import fencepost.frontend.atomic.Provenance;
import fencepost.frontend.gaspi.Notification.Post;
import fencepost.frontend.program.Rules.Rule;
import fencepost.frontend.program.Slots;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Weak synchronisation (GASPI 17.1, "Weak synchronisation primitives"): who sees a notification is
 * ordered after its post, and what it was delivered after has arrived.
 */
final class Notifications {
  private static final long WITHOUT_WAITING = 0; // GASPI_TEST

  private final GaspiFrontEnd frontEnd;
  private final Execution execution;
  private final Map<Name, Notification> notifications = new HashMap<>();

  private record Name(int rank, long segment, long id) {}

  Notifications(GaspiFrontEnd frontEnd) {
    this.frontEnd = frontEnd;
    this.execution = frontEnd.execution();
  }

  void addRules() {
    frontEnd.rule("notify", (slots, details) -> notifies(slots));
    frontEnd.rule("see_notification", (slots, details) -> sees(slots));
    frontEnd.rule("take_notification", (slots, details) -> takes(slots));
  }

  /** The process has posted a notification, which is delivered after the given things. */
  void post(
      GaspiProcess process,
      int target,
      long segment,
      long id,
      long value,
      long time,
      Provenance.Arrival delivered) {
    Provenance tells = new Provenance(execution.signal(process.strand), List.of(delivered));
    at(target, segment, id).add(new Post(value, time, process.strand.id, tells));
  }

  private Notification at(int rank, long segment, long id) {
    return notifications.computeIfAbsent(new Name(rank, segment, id), key -> new Notification());
  }

  /** It is delivered after all writes that were posted to its queue for its target before it. */
  private Rule<GaspiProcess> notifies(Slots slots) {
    int segment = slots.of("segment_id_remote");
    int rank = slots.of("rank");
    int id = slots.of("notification_id");
    int value = slots.of("notification_value");
    int queue = slots.of("queue");
    return (process, record, returns) -> {
      int target = (int) record.slot(rank);
      post(
          process,
          target,
          record.slot(segment),
          record.slot(id),
          record.slot(value),
          process.rank.began(record),
          process.queue(record.slot(queue)).notifies(target));
      return true;
    };
  }

  /** Of several, any could have been the first; and who does not wait could have seen none. */
  private Rule<GaspiProcess> sees(Slots slots) {
    int segment = slots.of("segment_id_local");
    int id = slots.of("first_id");
    int number = slots.of("num");
    int timeout = slots.of("timeout");
    return (process, record, returns) -> {
      if (!process.rank.isPast(record)) {
        return false; // who may have posted is known when everyone has been heard
      }
      Notification notification = at(process.rank.number, record.slot(segment), record.slot(id));
      Provenance seen = notification.set(process.rank.ended(record));
      if (record.slot(number) > 1 || record.slot(timeout) == WITHOUT_WAITING) {
        process.rank.observeOneOfSome(seen);
      } else {
        process.rank.observe(seen);
      }
      return true;
    };
  }

  /** A reset does not wait: it could have found nothing, but for what a wait has told before. */
  private Rule<GaspiProcess> takes(Slots slots) {
    int segment = slots.of("segment_id_local");
    int id = slots.of("notification_id");
    int value = slots.of("old_notification_val");
    return (process, record, returns) -> {
      if (!process.rank.isPast(record)) {
        return false; // who may have posted is known when everyone has been heard
      }
      Notification notification = at(process.rank.number, record.slot(segment), record.slot(id));
      process.rank.observeOneOfSome(
          notification.taken(record.slot(value), process.rank.ended(record)));
      return true;
    };
  }
}
