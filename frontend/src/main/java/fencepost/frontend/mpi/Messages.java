package fencepost.frontend.mpi;

import fencepost.clocks.Signal;
import fencepost.frontend.mpi.Channel.Message;
import fencepost.frontend.mpi.MpiThread.Arrival;
import fencepost.frontend.mpi.Request.Receive;
import fencepost.frontend.program.PendingEffects;
import fencepost.frontend.program.Rank;
import fencepost.frontend.program.Slots;
import fencepost.model.AccessKind;
import fencepost.model.Operation;
import fencepost.trace.RecordCursor;
import java.util.List;
import java.util.Locale;

/**
 * Point-to-point communication (MPI 4.1, chapter 3): the start of a send is ordered before the
 * completion of its receive, and for synchronous sends the start of the receive before the
 * completion of the send.
 */
final class Messages {
  static final Operation.Completion BY_WAIT =
      new Operation.Completion("MPI_Wait on its request", "MPI_Wait on its request");

  private final MpiFrontEnd frontEnd;
  private final Requests requests;

  Messages(MpiFrontEnd frontEnd) {
    this.frontEnd = frontEnd;
    this.requests = new Requests(frontEnd);
  }

  void addRules() {
    for (String mode : List.of("", "S", "R", "B")) {
      boolean synchronous = mode.equals("S");
      String name = mode.isEmpty() ? "Send" : mode + "send";
      blockingSend("MPI_" + name, synchronous);
      persistentSend("MPI_" + name + "_init", synchronous);
      startSend("MPI_I" + name.toLowerCase(Locale.ROOT), synchronous);
    }
    blockingReceive();
    startReceive();
    persistentReceive();
    sendReceive("MPI_Sendrecv", false);
    sendReceive("MPI_Sendrecv_replace", true);
    startSendReceive("MPI_Isendrecv", false);
    startSendReceive("MPI_Isendrecv_replace", true);
    probe("MPI_Probe");
    probe("MPI_Iprobe");
    matchedProbe("MPI_Mprobe");
    matchedProbe("MPI_Improbe");
    matchedReceive();
    startMatchedReceive();
  }

  /** The arguments that describe one side of a message, and what they mean. */
  private final class Side {
    private final int buffer;
    private final int count;
    private final int datatype;
    private final int peer;
    private final int tag;
    private final int comm;

    Side(String call, String buffer, String count, String datatype, String peer, String tag) {
      Slots slots = new Slots(frontEnd.table(), call);
      this.buffer = slots.find(buffer);
      this.count = slots.find(count);
      this.datatype = slots.find(datatype);
      this.peer = slots.find(peer);
      this.tag = slots.find(tag);
      this.comm = slots.find("comm");
    }

    Envelope read(MpiProcess process, RecordCursor record) {
      Communicator communicator = process.communicator(record.slot(comm));
      int rank = (int) record.slot(peer);
      int self = communicator.member(process.rank);
      return new Envelope(process, communicator, self, rank, (int) record.slot(tag));
    }

    Buffer buffer(MpiProcess process, RecordCursor record) {
      Datatype type = process.datatype(record.slot(datatype));
      return new Buffer(process, type, record.slot(buffer), record.slot(count));
    }
  }

  /** A buffer argument, kept by persistent requests. */
  private record Buffer(MpiProcess process, Datatype type, long address, long count) {
    void use(Operation operation, AccessKind kind, PendingEffects until) {
      process.useBuffer(operation, kind, type, address, count, until);
    }
  }

  /** To or from whom a message goes. */
  private record Envelope(
      MpiProcess process, Communicator communicator, int self, int rank, int tag) {

    boolean isNobody() {
      return rank == process.constants.procNull;
    }

    boolean isWild() {
      return rank == process.constants.anySource || tag == process.constants.anyTag;
    }
  }

  private Message send(Envelope to) {
    int destination = to.communicator.peer(to.self, to.rank);
    Message message = to.communicator.channel(to.self, destination, to.tag).send();
    message.sent = frontEnd.execution().signal(to.process.strand);
    return message;
  }

  /** Posts the receive. With wildcards, the message is known only when it has arrived. */
  private void receive(Envelope from, Request request) {
    Signal started = frontEnd.execution().signal(from.process.strand);
    Receive receive = new Receive(from.communicator, from.self, started);
    if (from.isWild()) {
      request.receive = receive;
    } else {
      request.received = match(receive, from.rank, from.tag);
    }
  }

  static Message match(Receive receive, int source, int tag) {
    int sender = receive.communicator().peer(receive.self(), source);
    Message message = receive.communicator().channel(sender, receive.self(), tag).receive();
    message.receiveStarted = receive.started();
    return message;
  }

  private Operation issue(MpiProcess process, Operation.Completion completion) {
    return frontEnd.execution().issue(process.strand, completion);
  }

  // ---- sends ----

  private Side sender(String call) {
    return new Side(call, "buf", "count", "datatype", "dest", "tag");
  }

  private void start(
      Envelope to, Buffer buffer, boolean synchronous, Operation.Completion by, Request request) {
    if (to.isNobody()) {
      return;
    }
    buffer.use(issue(to.process, by), AccessKind.BUFFER_READ, request.effects);
    request.sent = send(to);
    request.synchronous = synchronous;
  }

  private void blockingSend(String call, boolean synchronous) {
    Side side = sender(call);
    frontEnd.rule(
        call,
        (process, record, returns) -> {
          if (returns) {
            return requests.finish(process, record, -1);
          }
          Request request = new Request();
          start(
              side.read(process, record),
              side.buffer(process, record),
              synchronous,
              Rank.ON_RETURN,
              request);
          process.thread.arrived.add(new Arrival(request, 0));
          return true;
        });
  }

  private void startSend(String call, boolean synchronous) {
    Side side = sender(call);
    int handle = new Slots(frontEnd.table(), call).of("request");
    frontEnd.rule(
        call,
        (process, record, returns) -> {
          Request request = new Request();
          process.define(record.slot(handle), request);
          start(
              side.read(process, record),
              side.buffer(process, record),
              synchronous,
              BY_WAIT,
              request);
          return true;
        });
  }

  private void persistentSend(String call, boolean synchronous) {
    Side side = sender(call);
    int handle = new Slots(frontEnd.table(), call).of("request");
    frontEnd.rule(
        call,
        (process, record, returns) -> {
          Envelope to = side.read(process, record);
          Buffer buffer = side.buffer(process, record);
          process.define(
              record.slot(handle),
              Request.persistent(request -> start(to, buffer, synchronous, BY_WAIT, request)));
          return true;
        });
  }

  // ---- receives ----

  private Side receiver(String call) {
    return new Side(call, "buf", "count", "datatype", "source", "tag");
  }

  private void start(Envelope from, Buffer buffer, Operation.Completion by, Request request) {
    if (!from.isNobody()) {
      buffer.use(issue(from.process, by), AccessKind.BUFFER_WRITE, request.effects);
      receive(from, request);
    }
  }

  private void blockingReceive() {
    Side side = receiver("MPI_Recv");
    int status = new Slots(frontEnd.table(), "MPI_Recv").of("status");
    frontEnd.rule(
        "MPI_Recv",
        (process, record, returns) -> {
          if (returns) {
            return requests.finish(process, record, status);
          }
          Request request = new Request();
          start(side.read(process, record), side.buffer(process, record), Rank.ON_RETURN, request);
          process.thread.arrived.add(new Arrival(request, 0));
          return true;
        });
  }

  private void startReceive() {
    Side side = receiver("MPI_Irecv");
    int handle = new Slots(frontEnd.table(), "MPI_Irecv").of("request");
    frontEnd.rule(
        "MPI_Irecv",
        (process, record, returns) -> {
          Request request = new Request();
          process.define(record.slot(handle), request);
          start(side.read(process, record), side.buffer(process, record), BY_WAIT, request);
          return true;
        });
  }

  private void persistentReceive() {
    Side side = receiver("MPI_Recv_init");
    int handle = new Slots(frontEnd.table(), "MPI_Recv_init").of("request");
    frontEnd.rule(
        "MPI_Recv_init",
        (process, record, returns) -> {
          Envelope from = side.read(process, record);
          Buffer buffer = side.buffer(process, record);
          process.define(
              record.slot(handle),
              Request.persistent(request -> start(from, buffer, BY_WAIT, request)));
          return true;
        });
  }

  // ---- both at once ----

  /** The two sides of a call that sends and receives, perhaps in one buffer. */
  private record Exchange(Side out, Side in) {}

  private Exchange exchange(String call, boolean oneBuffer) {
    return oneBuffer
        ? new Exchange(
            new Side(call, "buf", "count", "datatype", "dest", "sendtag"),
            new Side(call, "buf", "count", "datatype", "source", "recvtag"))
        : new Exchange(
            new Side(call, "sendbuf", "sendcount", "sendtype", "dest", "sendtag"),
            new Side(call, "recvbuf", "recvcount", "recvtype", "source", "recvtag"));
  }

  private void sendReceive(String call, boolean oneBuffer) {
    Exchange exchange = exchange(call, oneBuffer);
    int status = new Slots(frontEnd.table(), call).of("status");
    frontEnd.rule(
        call,
        (process, record, returns) -> {
          if (returns) {
            return requests.finish(process, record, status);
          }
          Request request = start(exchange, process, record, Rank.ON_RETURN);
          process.thread.arrived.add(new Arrival(request, 0));
          return true;
        });
  }

  private void startSendReceive(String call, boolean oneBuffer) {
    Exchange exchange = exchange(call, oneBuffer);
    int handle = new Slots(frontEnd.table(), call).of("request");
    frontEnd.rule(
        call,
        (process, record, returns) -> {
          process.define(record.slot(handle), start(exchange, process, record, BY_WAIT));
          return true;
        });
  }

  private Request start(
      Exchange exchange, MpiProcess process, RecordCursor record, Operation.Completion by) {
    Request request = new Request();
    Operation operation = issue(process, by);
    Envelope to = exchange.out.read(process, record);
    Envelope from = exchange.in.read(process, record);
    if (!to.isNobody()) {
      Buffer buffer = exchange.out.buffer(process, record);
      buffer.use(operation, AccessKind.BUFFER_READ, request.effects);
      send(to);
    }
    if (!from.isNobody()) {
      Buffer buffer = exchange.in.buffer(process, record);
      buffer.use(operation, AccessKind.BUFFER_WRITE, request.effects);
      receive(from, request);
    }
    return request;
  }

  // ---- probes ----

  /** A message that has been seen has been sent (3.8.1). */
  private void probe(String call) {
    Side side = new Side(call, "", "", "", "source", "tag");
    int status = new Slots(frontEnd.table(), call).of("status");
    frontEnd.rule(
        call,
        (process, record, returns) -> {
          Envelope from = side.read(process, record);
          if (!returns || from.isNobody()) {
            return true;
          }
          int sender = from.communicator.peer(from.self, (int) record.element(status, 0));
          Message message =
              from.communicator
                  .channel(sender, from.self, (int) record.element(status, 1))
                  .peekReceive();
          if (message == null) {
            return false;
          }
          frontEnd.program().awaitIfAny(process.strand, message.sent);
          return true;
        });
  }

  /** The message is taken out of the queue here and received later (3.8.2). */
  private void matchedProbe(String call) {
    Side side = new Side(call, "", "", "", "source", "tag");
    Slots slots = new Slots(frontEnd.table(), call);
    int status = slots.of("status");
    int handle = slots.of("message");
    frontEnd.rule(
        call,
        (process, record, returns) -> {
          Envelope from = side.read(process, record);
          if (!returns || from.isNobody()) {
            return true;
          }
          int sender = from.communicator.peer(from.self, (int) record.element(status, 0));
          Channel channel =
              from.communicator.channel(sender, from.self, (int) record.element(status, 1));
          if (channel.peekReceive() == null) {
            return false;
          }
          Message message = channel.receive();
          message.receiveStarted = frontEnd.execution().signal(process.strand);
          frontEnd.program().awaitIfAny(process.strand, message.sent);
          process.define(record.slot(handle), message);
          return true;
        });
  }

  private void matchedReceive() {
    Side side = new Side("MPI_Mrecv", "buf", "count", "datatype", "", "");
    Slots slots = new Slots(frontEnd.table(), "MPI_Mrecv");
    int handle = slots.of("message");
    int status = slots.of("status");
    frontEnd.rule(
        "MPI_Mrecv",
        (process, record, returns) -> {
          if (returns) {
            return requests.finish(process, record, status);
          }
          process.thread.arrived.add(
              new Arrival(matched(process, record, side, handle, Rank.ON_RETURN), 0));
          return true;
        });
  }

  private void startMatchedReceive() {
    Side side = new Side("MPI_Imrecv", "buf", "count", "datatype", "", "");
    Slots slots = new Slots(frontEnd.table(), "MPI_Imrecv");
    int message = slots.of("message");
    int handle = slots.of("request");
    frontEnd.rule(
        "MPI_Imrecv",
        (process, record, returns) -> {
          process.define(record.slot(handle), matched(process, record, side, message, BY_WAIT));
          return true;
        });
  }

  private Request matched(
      MpiProcess process, RecordCursor record, Side side, int message, Operation.Completion by) {
    Request request = new Request();
    request.received = process.takeMessage(record.slot(message));
    if (request.received != null) {
      side.buffer(process, record)
          .use(issue(process, by), AccessKind.BUFFER_WRITE, request.effects);
    }
    return request;
  }
}
