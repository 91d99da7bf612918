package fencepost.frontend.mpi;

import fencepost.clocks.Signal;
import fencepost.frontend.mpi.Channel.Message;
import fencepost.frontend.mpi.Request.Receive;
import fencepost.model.AccessKind;
import fencepost.model.Operation;
import fencepost.trace.RecordCursor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Point-to-point communication (MPI 4.1, chapter 3): the start of a send is ordered before the
 * completion of its receive, and for synchronous sends the start of the receive before the
 * completion of the send.
 */
final class Messages {
  private static final Operation.Completion BY_WAIT =
      new Operation.Completion("MPI_Wait on its request", "MPI_Wait on its request");
  private static final Operation.Completion ON_RETURN =
      new Operation.Completion("the return of the call", "the return of the call");

  private final MpiFrontEnd frontEnd;

  Messages(MpiFrontEnd frontEnd) {
    this.frontEnd = frontEnd;
  }

  void addRules() {
    blockingSend("MPI_Send", false);
    blockingSend("MPI_Rsend", false);
    blockingSend("MPI_Ssend", true);
    blockingReceive();
    sendReceive();
    startSend("MPI_Isend", false);
    startSend("MPI_Issend", true);
    startReceive();
    waitFor("MPI_Wait", "request", "status");
    waitFor("MPI_Waitall", "array_of_requests", "array_of_statuses");
  }

  /** The arguments that describe one side of a message. */
  private final class Side {
    private final int buffer;
    private final int count;
    private final int datatype;
    private final int peer;
    private final int tag;
    private final int comm;

    Side(String call, String buffer, String count, String datatype, String peer, String tag) {
      Slots slots = new Slots(frontEnd.table(), call);
      this.buffer = slots.of(buffer);
      this.count = slots.of(count);
      this.datatype = slots.of(datatype);
      this.peer = slots.of(peer);
      this.tag = slots.of(tag);
      this.comm = slots.of("comm");
    }

    boolean isNobody(MpiProcess process, RecordCursor record) {
      return (int) record.slot(peer) == process.constants.procNull;
    }

    void useBuffer(
        MpiProcess process,
        RecordCursor record,
        AccessKind kind,
        Operation.Completion by,
        PendingEffects until) {
      Operation operation = frontEnd.execution().issue(process.strand, by);
      Datatype type = process.datatype(record.slot(datatype));
      for (Datatype.Piece piece : type.at(record.slot(buffer), record.slot(count))) {
        until.add(
            frontEnd
                .execution()
                .effect(operation, kind, process.rank, piece.region(), null, null, null),
            null);
      }
    }

    Message send(MpiProcess process, RecordCursor record) {
      Communicator communicator = process.communicator(record.slot(comm));
      int self = communicator.member(process.rank);
      Message message =
          communicator.channel(self, (int) record.slot(peer), (int) record.slot(tag)).send();
      message.sent = frontEnd.execution().signal(process.strand);
      return message;
    }

    /** Posts the receive. With wildcards, the message is known only when it has arrived. */
    void receive(MpiProcess process, RecordCursor record, Request request) {
      Communicator communicator = process.communicator(record.slot(comm));
      int self = communicator.member(process.rank);
      Signal started = frontEnd.execution().signal(process.strand);
      Receive receive = new Receive(communicator, self, started);
      int source = (int) record.slot(peer);
      int wantedTag = (int) record.slot(tag);
      if (source == process.constants.anySource || wantedTag == process.constants.anyTag) {
        request.receive = receive;
      } else {
        request.received = match(receive, source, wantedTag);
      }
    }
  }

  private static Message match(Receive receive, int source, int tag) {
    Message message = receive.communicator().channel(source, receive.self(), tag).receive();
    message.receiveStarted = receive.started();
    return message;
  }

  // ---- blocking ----

  private void blockingSend(String call, boolean synchronous) {
    Side side = new Side(call, "buf", "count", "datatype", "dest", "tag");
    frontEnd.rule(
        call,
        (process, record, returns) -> {
          if (side.isNobody(process, record)) {
            return true;
          }
          if (!returns) {
            side.useBuffer(process, record, AccessKind.BUFFER_READ, ON_RETURN, process.untilReturn);
            process.sending = side.send(process, record);
            return true;
          }
          if (synchronous && !receiverStarted(process, process.sending)) {
            return false;
          }
          process.untilReturn.complete(frontEnd.execution(), process.strand);
          return true;
        });
  }

  private void blockingReceive() {
    Side side = new Side("MPI_Recv", "buf", "count", "datatype", "source", "tag");
    int status = new Slots(frontEnd.table(), "MPI_Recv").of("status");
    frontEnd.rule(
        "MPI_Recv",
        (process, record, returns) -> {
          if (side.isNobody(process, record)) {
            return true;
          }
          if (!returns) {
            Request request = new Request();
            side.useBuffer(process, record, AccessKind.BUFFER_WRITE, ON_RETURN, request.effects);
            side.receive(process, record, request);
            waitOnlyFor(process, request);
            return true;
          }
          return finish(process, record, status);
        });
  }

  private void sendReceive() {
    String call = "MPI_Sendrecv";
    Side out = new Side(call, "sendbuf", "sendcount", "sendtype", "dest", "sendtag");
    Side in = new Side(call, "recvbuf", "recvcount", "recvtype", "source", "recvtag");
    int status = new Slots(frontEnd.table(), call).of("status");
    frontEnd.rule(
        call,
        (process, record, returns) -> {
          if (returns) {
            return finish(process, record, status);
          }
          Request request = new Request();
          if (!out.isNobody(process, record)) {
            out.useBuffer(process, record, AccessKind.BUFFER_READ, ON_RETURN, request.effects);
            out.send(process, record);
          }
          if (!in.isNobody(process, record)) {
            in.useBuffer(process, record, AccessKind.BUFFER_WRITE, ON_RETURN, request.effects);
            in.receive(process, record, request);
          }
          waitOnlyFor(process, request);
          return true;
        });
  }

  private static void waitOnlyFor(MpiProcess process, Request request) {
    process.waitingFor.clear();
    process.waitingFor.add(request);
  }

  // ---- nonblocking ----

  private void startSend(String call, boolean synchronous) {
    Side side = new Side(call, "buf", "count", "datatype", "dest", "tag");
    int handle = new Slots(frontEnd.table(), call).of("request");
    frontEnd.rule(
        call,
        (process, record, returns) -> {
          Request request = new Request();
          process.define(record.slot(handle), request);
          if (!side.isNobody(process, record)) {
            side.useBuffer(process, record, AccessKind.BUFFER_READ, BY_WAIT, request.effects);
            Message message = side.send(process, record);
            request.sentSynchronously = synchronous ? message : null;
          }
          return true;
        });
  }

  private void startReceive() {
    String call = "MPI_Irecv";
    Side side = new Side(call, "buf", "count", "datatype", "source", "tag");
    int handle = new Slots(frontEnd.table(), call).of("request");
    frontEnd.rule(
        call,
        (process, record, returns) -> {
          Request request = new Request();
          process.define(record.slot(handle), request);
          if (!side.isNobody(process, record)) {
            side.useBuffer(process, record, AccessKind.BUFFER_WRITE, BY_WAIT, request.effects);
            side.receive(process, record, request);
          }
          return true;
        });
  }

  // ---- completion ----

  private void waitFor(String call, String requests, String statuses) {
    Slots slots = new Slots(frontEnd.table(), call);
    int handles = slots.of(requests);
    int status = slots.of(statuses);
    int ticket = slots.of("ticket");
    boolean many = slots.isArray(requests);
    frontEnd.rule(
        call,
        (process, record, returns) -> {
          if (!returns) {
            process.waitingFor.clear();
            for (int i = 0; i < (many ? record.length(handles) : 1); i++) {
              long handle = many ? record.element(handles, i) : record.slot(handles);
              process.waitingFor.add(process.take(handle));
            }
            return true;
          }
          return locksAreHeld(process, record.slot(ticket)) && finish(process, record, status);
        });
  }

  /** Everything that was waited for has arrived: the locks under which it was fetched are held. */
  private boolean locksAreHeld(MpiProcess process, long ticket) {
    if (ticket == 0) {
      return true;
    }
    List<PassiveTarget.Held> locks =
        process.waitingFor.stream()
            .filter(request -> request != null && request.fetchedUnder != null)
            .map(request -> request.fetchedUnder)
            .toList();
    return PassiveTarget.acquire(frontEnd, ticket, locks);
  }

  /**
   * Completes what was waited for; false while a message's sender, or a grant, has not been heard
   * of.
   */
  private boolean finish(MpiProcess process, RecordCursor record, int status) {
    for (int i = 0; i < process.waitingFor.size(); i++) {
      Request request = process.waitingFor.get(i);
      if (request != null && !ready(process, request, record, status, i)) {
        return false;
      }
    }
    for (Request request : process.waitingFor) {
      if (request == null) {
        continue;
      }
      if (request.received != null) {
        frontEnd.awaitIfAny(process.strand, request.received.sent);
      }
      request.effects.complete(frontEnd.execution(), process.strand);
    }
    process.waitingFor.clear();
    return true;
  }

  private boolean ready(
      MpiProcess process, Request request, RecordCursor record, int status, int index) {
    if (request.receive != null) {
      int source = (int) record.element(status, 2 * index);
      int tag = (int) record.element(status, 2 * index + 1);
      request.received = match(request.receive, source, tag);
      request.receive = null;
    }
    if (request.received != null && request.received.sent == null) {
      return false;
    }
    if (request.sentSynchronously != null && !receiverStarted(process, request.sentSynchronously)) {
      return false;
    }
    return request.effects.begun();
  }

  private boolean receiverStarted(MpiProcess process, @Nullable Message message) {
    if (message == null || message.receiveStarted == null) {
      return false;
    }
    frontEnd.execution().await(process.strand, message.receiveStarted);
    return true;
  }
}
