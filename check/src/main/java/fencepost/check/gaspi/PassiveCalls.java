package fencepost.check.gaspi;

import fencepost.check.gaspi.CheckedGaspiProcess.Message;
import fencepost.check.gaspi.CheckedGaspiProcess.Place;

/** Passive communication (GASPI 17.1, 9): through a mailbox of the receiver. */
final class PassiveCalls {
  private PassiveCalls() {}

  static void addTo(GaspiLibrary library) {
    library.meaning("send", PassiveCalls::send);
    library.meaning("receive", PassiveCalls::receive);
    library.rule("passive_queue_purge", GaspiCall::done);
  }

  private static Place buffer(GaspiCall call) {
    long size = call.argument("size");
    long most = call.process.configuration.get(Limit.PASSIVE_TRANSFER_SIZE_MAX);
    Refused.unless(Long.compareUnsigned(size, most) <= 0, GaspiOutcome.ERR_INV_SIZE);
    return call.process.here(call.integer("segment_id_local"), call.argument("offset_local"), size);
  }

  private static void send(GaspiCall call) {
    Place from = buffer(call);
    CheckedGaspiProcess receiver = call.rank();
    long room = receiver.configuration.get(Limit.PASSIVE_QUEUE_SIZE_MAX);
    call.doneWhen(
        () -> receiver.mailbox.size() < room,
        () -> {
          byte[] content = call.memory().bytes(from.address(), call.argument("size"));
          receiver.mailbox.add(new Message(call.process.rank(), content));
          return GaspiOutcome.SUCCESS;
        });
  }

  private static void receive(GaspiCall call) {
    Place to = buffer(call);
    Refused.unless(call.argument("rem_rank") != 0, GaspiOutcome.ERR_NULLPTR);
    call.doneWhen(() -> !call.process.mailbox.isEmpty(), () -> take(call, to));
  }

  /** A message that does not fit stays where it is. */
  private static GaspiOutcome take(GaspiCall call, Place to) {
    Message message = call.process.mailbox.element();
    if (message.content().length > call.argument("size")) {
      return GaspiOutcome.ERR_INV_SIZE;
    }
    call.process.mailbox.remove();
    call.memory().write(to.address(), message.content());
    call.store("rem_rank", 2, message.sender());
    return GaspiOutcome.SUCCESS;
  }
}
