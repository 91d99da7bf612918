package fencepost.check.mpi;

import fencepost.check.mpi.CheckedRequest.Pending;
import fencepost.check.mpi.CheckedRequest.Status;
import fencepost.check.mpi.Mailbox.Message;
import fencepost.check.mpi.Mailbox.Receive;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * Point-to-point communication (MPI 4.1, chapter 3). A message is on its way as soon as it is sent;
 * only a synchronous send waits for its receive.
 */
final class MessageCalls {
  private MessageCalls() {}

  static void addTo(MpiModel library) {
    library.operation(
        "send", call -> send(call, call.entry().meaning().follows().contains("receiver")));
    library.operation("receive", MessageCalls::receive);
    library.operation("exchange", MessageCalls::both);
    library.operation("receive_matched", MessageCalls::receiveMatched);
    library.meaning("probe", MessageCalls::probe);
  }

  private static Pending send(MpiCall call, boolean synchronous) {
    return send(call, "buf", "count", "datatype", "tag", synchronous);
  }

  private static Pending send(
      MpiCall call, String buffer, String count, String type, String tag, boolean synchronous) {
    int target = call.integer("dest");
    if (call.isNobody(target)) {
      return Pending.done();
    }
    Comm comm = call.comm();
    byte[] content =
        call.type(type).pack(call.memory(), call.argument(buffer), call.argument(count));
    Message message = new Message(comm.rankOf(call.process.rank()), call.integer(tag), content);
    comm.peers().mailbox(target).send(message);
    return Pending.of(() -> !synchronous || message.matched, () -> {});
  }

  private static Receive asked(MpiCall call, String tag) {
    int source = call.integer("source");
    int wantedTag = call.integer(tag);
    return new Receive(
        source == call.header.integer("MPI_ANY_SOURCE") ? -1 : source,
        wantedTag == call.header.integer("MPI_ANY_TAG") ? -1 : wantedTag);
  }

  private static Pending receive(MpiCall call) {
    return receive(call, "buf", "count", "datatype", "tag");
  }

  private static Pending receive(
      MpiCall call, String buffer, String count, String type, String tag) {
    if (call.isNobody(call.integer("source"))) {
      return nothing();
    }
    Comm comm = call.comm();
    Mailbox mailbox = comm.mailbox(comm.rankOf(call.process.rank()));
    Receive receive = asked(call, tag);
    mailbox.receive(receive);
    TypeLayout layout = call.type(type);
    return new Pending() {
      @Override
      public boolean isReady() {
        return receive.message != null || receive.cancelled;
      }

      @Override
      public Status complete() {
        if (receive.message == null) {
          return new Status(-1, -1, 0, true);
        }
        layout.unpack(
            call.memory(), call.argument(buffer), call.argument(count), receive.message.content);
        return arrived(receive.message);
      }

      @Override
      public boolean cancel() {
        return mailbox.cancel(receive);
      }
    };
  }

  private static Status arrived(Message message) {
    return new Status(message.source, message.tag, message.content.length, false);
  }

  /** From MPI_PROC_NULL (MPI 4.1, 3.10). */
  private static Pending nothing() {
    return new Pending() {
      @Override
      public boolean isReady() {
        return true;
      }

      @Override
      public Status complete() {
        return new Status(Topology.NOBODY, -1, 0, false);
      }
    };
  }

  private static Pending both(MpiCall call) {
    boolean replace = call.has("buf");
    Pending send =
        replace
            ? send(call, "buf", "count", "datatype", "sendtag", false)
            : send(call, "sendbuf", "sendcount", "sendtype", "sendtag", false);
    Pending receive =
        replace
            ? receive(call, "buf", "count", "datatype", "recvtag")
            : receive(call, "recvbuf", "recvcount", "recvtype", "recvtag");
    return new Pending() {
      @Override
      public boolean isReady() {
        return send.isReady() && receive.isReady();
      }

      @Override
      public Status complete() {
        return receive.complete();
      }
    };
  }

  // ---- probes ----

  private static void probe(MpiCall call) {
    boolean waits = call.waits();
    boolean takes = call.has("message");
    if (call.isNobody(call.integer("source"))) {
      found(call, waits, new Status(Topology.NOBODY, -1, 0, false));
      if (takes) {
        call.storeHandle("message", "MPI_Message", call.header.constant("MPI_MESSAGE_NO_PROC"));
      }
      call.done();
      return;
    }
    Comm comm = call.comm();
    Mailbox mailbox = comm.mailbox(comm.rankOf(call.process.rank()));
    Receive wanted = asked(call, "tag");
    Supplier<Boolean> there = () -> mailbox.find(wanted) != null;
    if (!waits && !there.get()) {
      call.store("flag", 4, 0);
      call.poll();
      call.done();
      return;
    }
    call.doneWhen(
        there::get,
        () -> {
          Message message = Objects.requireNonNull(mailbox.find(wanted));
          if (takes) {
            mailbox.remove(message);
            long handle = call.process.add(call.process.messages, message);
            call.storeHandle("message", "MPI_Message", handle);
          }
          found(call, waits, arrived(message));
        });
  }

  private static void found(MpiCall call, boolean waits, Status status) {
    if (!waits) {
      call.store("flag", 4, 1);
    }
    call.process.storeStatus(call.argument("status"), status);
  }

  private static Pending receiveMatched(MpiCall call) {
    long handle = call.memory().load(call.argument("message"), call.header.sizeOf("MPI_Message"));
    call.storeHandle("message", "MPI_Message", call.header.constant("MPI_MESSAGE_NULL"));
    Message message = call.process.messages.remove(handle);
    if (message == null) {
      return nothing();
    }
    TypeLayout layout = call.type("datatype");
    return new Pending() {
      @Override
      public boolean isReady() {
        return true;
      }

      @Override
      public Status complete() {
        layout.unpack(call.memory(), call.argument("buf"), call.argument("count"), message.content);
        return arrived(message);
      }
    };
  }
}
