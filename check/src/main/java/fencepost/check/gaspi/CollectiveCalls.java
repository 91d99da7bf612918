package fencepost.check.gaspi;

import java.util.function.IntFunction;

/**
 * Collectives (GASPI 17.1, 11). One that timed out goes on: it is entered once, with the data of
 * its first attempt.
 */
final class CollectiveCalls {
  private CollectiveCalls() {}

  static void addTo(GaspiLibrary library) {
    library.meaning(
        "collective barrier", call -> meet(call, new byte[0], number -> Outcome.SUCCESS));
    library.meaning("collective reduce", CollectiveCalls::reduce);
    library.meaning("collective reduce_by_user", CollectiveCalls::reduceAsUserSays);
  }

  /** All members enter; then each of them does the rest, which is told the collective's number. */
  static void meet(GaspiCall call, byte[] data, IntFunction<Outcome> rest) {
    Membership membership = call.group();
    Group group = membership.committed();
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
    Refused.unless(count <= most, Outcome.ERR_INV_NUM);
    Reduction reduction = Reduction.of(call.integer("operation"), call.integer("datatyp"));
    long size = count * Reduction.elementSize(call.integer("datatyp"));
    combine(call, size, reduction);
  }

  private static void reduceAsUserSays(GaspiCall call) {
    long size = call.argument("num") * call.argument("element_size");
    long most = call.process.configuration.get(Limit.ALLREDUCE_BUF_SIZE);
    Refused.unless(size <= most, Outcome.ERR_INV_SIZE);
    Refused.unless(call.argument("reduce_operation") != 0, Outcome.ERR_NULLPTR);
    combine(call, size, Reduction.ofUser(call, size));
  }

  /** Every member combines what all have brought, in the order of their ranks. */
  private static void combine(GaspiCall call, long size, Reduction reduction) {
    long send = call.argument("buffer_send");
    long receive = call.argument("buffer_receive");
    Refused.unless(send != 0 && receive != 0, Outcome.ERR_NULLPTR);
    Group group = call.group().committed();
    meet(
        call,
        call.memory().bytes(send, size),
        number -> {
          byte[] result = null;
          for (int member : group.members) {
            byte[] brought = group.broughtBy(member, number);
            result = result == null ? brought.clone() : reduction.combine(result, brought);
            if (result == null) {
              return Outcome.ERROR;
            }
          }
          call.memory().write(receive, result == null ? new byte[0] : result);
          return Outcome.SUCCESS;
        });
  }
}
