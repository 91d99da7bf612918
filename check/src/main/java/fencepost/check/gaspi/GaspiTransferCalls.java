package fencepost.check.gaspi;

import fencepost.check.gaspi.CheckedGaspiProcess.Place;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One-sided communication: one piece or a list of them, with or without notification (8.2, 8.4).
 */
final class GaspiTransferCalls {
  private static final String NOTIFIED = "segment_id_notification";

  private GaspiTransferCalls() {}

  static void addTo(GaspiLibrary library) {
    library.meaning("write", call -> transfer(call, false));
    library.meaning("read", call -> transfer(call, true));
    library.meaning(
        "notify", call -> post(call, List.of(), notice(call, call.rank(), "segment_id_remote")));
  }

  private record Copy(Place from, Place to, long size) {}

  /** A notification at whoever gets the data. */
  private record Notice(CheckedSegment segment, int id, long value) {}

  private static void transfer(GaspiCall call, boolean reads) {
    CheckedGaspiProcess target = call.rank();
    long count = call.has("num") ? call.argument("num") : 1;
    Refused.unless(
        count <= call.process.configuration.get(Limit.RW_LIST_ELEM_MAX), GaspiOutcome.ERR_INV_NUM);
    List<Copy> copies = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      copies.add(copy(call, target, reads, i));
    }
    CheckedGaspiProcess notified = reads ? call.process : target;
    String side = reads ? "segment_id_local" : "segment_id_remote";
    post(call, copies, notice(call, notified, side));
  }

  private static long value(GaspiCall call, String name, int piece) {
    return call.has("num") ? call.element(name, piece) : call.argument(name);
  }

  private static Copy copy(GaspiCall call, CheckedGaspiProcess target, boolean reads, int piece) {
    long size = value(call, "size", piece);
    long most = call.process.configuration.get(Limit.TRANSFER_SIZE_MAX);
    Refused.unless(Long.compareUnsigned(size, most) <= 0, GaspiOutcome.ERR_INV_COMMSIZE);
    Place here =
        call.process.here(
            (int) value(call, "segment_id_local", piece), value(call, "offset_local", piece), size);
    Place there =
        call.process.at(
            target,
            (int) value(call, "segment_id_remote", piece),
            value(call, "offset_remote", piece),
            size);
    return reads ? new Copy(there, here, size) : new Copy(here, there, size);
  }

  /** That of a read has the value 1. */
  private static @Nullable Notice notice(
      GaspiCall call, CheckedGaspiProcess owner, String segment) {
    if (!call.has("notification_id")) {
      return null;
    }
    int id = call.integer("notification_id");
    Refused.unless(
        id < call.process.configuration.get(Limit.NOTIFICATION_NUM), GaspiOutcome.ERR_INV_NOTIF_ID);
    long value = call.has("notification_value") ? call.argument("notification_value") : 1;
    Refused.unless(value != 0, GaspiOutcome.ERR_INV_NOTIF_VAL);
    int number = call.integer(call.has(NOTIFIED) ? NOTIFIED : segment);
    return new Notice(call.process.segmentOf(owner, number), id, value);
  }

  /** All of it or nothing. */
  private static void post(GaspiCall call, List<Copy> copies, @Nullable Notice notice) {
    call.process.queues.post(call.integer("queue"), copies.size() + (notice == null ? 0 : 1));
    for (Copy copy : copies) {
      copy.to.memory().copy(copy.to.address(), copy.from.memory(), copy.from.address(), copy.size);
    }
    if (notice != null) {
      notice.segment.notifications.put(notice.id, notice.value);
    }
    call.done();
  }
}
