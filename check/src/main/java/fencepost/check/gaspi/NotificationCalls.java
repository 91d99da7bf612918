package fencepost.check.gaspi;

/** Seeing and taking notifications (GASPI 17.1, 8.3). */
final class NotificationCalls {
  private NotificationCalls() {}

  static void addTo(GaspiLibrary library) {
    library.meaning("see_notification", NotificationCalls::await);
    library.meaning("take_notification", NotificationCalls::reset);
  }

  private static CheckedSegment segment(GaspiCall call, int begin, long count) {
    long most = call.process.configuration.get(Limit.NOTIFICATION_NUM);
    Refused.unless(begin + count <= most, GaspiOutcome.ERR_INV_NOTIF_ID);
    return call.process.segment(call.integer("segment_id_local"));
  }

  private static void await(GaspiCall call) {
    int begin = call.integer("notification_begin");
    long count = call.argument("num");
    CheckedSegment segment = segment(call, begin, count);
    Refused.unless(call.argument("first_id") != 0, GaspiOutcome.ERR_NULLPTR);
    call.doneWhen(
        () -> count == 0 || segment.firstSet(begin, count) >= 0,
        () -> {
          if (count > 0) {
            call.store("first_id", 2, segment.firstSet(begin, count));
          }
          return GaspiOutcome.SUCCESS;
        });
  }

  private static void reset(GaspiCall call) {
    int id = call.integer("notification_id");
    Long value = segment(call, id, 1).notifications.remove(id);
    call.store("old_notification_val", 4, value == null ? 0 : value);
    if (value == null) {
      call.poll();
    }
    call.done();
  }
}
