package fencepost.check.gaspi;

import java.util.function.IntFunction;

/**
 * Collectives (GASPI 17.1, 11). One that timed out goes on: it is entered once, with the data of
 * its first attempt.
 */
final class GaspiCollectiveCalls {
  private GaspiCollectiveCalls() {}

  static void addTo(GaspiLibrary library) {
    library.meaning(
        "collective barrier", call -> meet(call, new byte[0], number -> GaspiOutcome.SUCCESS));
    library.meaning("collective reduce", GaspiCollectiveCalls::reduce);
    library.meaning("collective reduce_by_user", GaspiCollectiveCalls::reduceAsUserSays);
  }

  /** All members enter; then each of them does the rest, which is told the collective's number. */
  static void meet(GaspiCall call, byte[] data, IntFunction<GaspiOutcome> rest) {
    Membership membership = call.group();
    CheckedGroup group = membership.committed();
    int number = membership.enter(call.name(), call.process.rank(), data);
    call.doneWhen(
        () -> group.haveAllEntered(number),
        () -> {
          membership.leave();
          return rest.apply(number);
        });
  }

  private static void reduce(GaspiCall call) {
    long count = call.argument("num");
    long most = call.process.configuration.get(Limit.ALLREDUCE_ELEM_MAX);
    Refused.unless(count <= most, GaspiOutcome.ERR_INV_NUM);
    GaspiReduction reduction =
        GaspiReduction.of(call.integer("operation"), call.integer("datatyp"));
    long size = count * GaspiReduction.elementSize(call.integer("datatyp"));
    combine(call, size, reduction);
  }

  private static void reduceAsUserSays(GaspiCall call) {
    long size = call.argument("num") * call.argument("element_size");
    long most = call.process.configuration.get(Limit.ALLREDUCE_BUF_SIZE);
    Refused.unless(size <= most, GaspiOutcome.ERR_INV_SIZE);
    Refused.unless(call.argument("reduce_operation") != 0, GaspiOutcome.ERR_NULLPTR);
    combine(call, size, GaspiReduction.ofUser(call, size));
  }

  /** Every member combines what all have brought, in the order of their ranks. */
  private static void combine(GaspiCall call, long size, GaspiReduction reduction) {
    long send = call.argument("buffer_send");
    long receive = call.argument("buffer_receive");
    Refused.unless(send != 0 && receive != 0, GaspiOutcome.ERR_NULLPTR);
    CheckedGroup group = call.group().committed();
    meet(
        call,
        call.memory().bytes(send, size),
        number -> {
          byte[] result = null;
          for (int member : group.members) {
            byte[] brought = group.broughtBy(member, number);
            result = result == null ? brought.clone() : reduction.combine(result, brought);
            if (result == null) {
              return GaspiOutcome.ERROR;
            }
          }
          call.memory().write(receive, result == null ? new byte[0] : result);
          return GaspiOutcome.SUCCESS;
        });
  }
}
