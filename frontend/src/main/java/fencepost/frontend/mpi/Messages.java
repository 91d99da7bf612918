package fencepost.frontend.mpi;

import fencepost.clocks.Signal;
import fencepost.frontend.mpi.Channel.Message;
import fencepost.frontend.mpi.Request.Receive;
import fencepost.frontend.mpi.Requests.Beginning;
import fencepost.frontend.mpi.Requests.Reader;
import fencepost.frontend.program.PendingEffects;
import fencepost.frontend.program.Rules.Rule;
import fencepost.frontend.program.Slots;
import fencepost.model.Operation;
import fencepost.model.Point;
import fencepost.trace.RecordCursor;
import org.jspecify.annotations.Nullable;

/**
 * Point-to-point communication (MPI 4.1, chapter 3): the start of a send is ordered before the
 * completion of its receive, and for synchronous sends the start of the receive before the
 * completion of the send.
 */
final class Messages {
  private final MpiFrontEnd frontEnd;
  private final Requests requests;

  Messages(MpiFrontEnd frontEnd) {
    this.frontEnd = frontEnd;
    this.requests = new Requests(frontEnd);
  }

  void addRules() {
    frontEnd.rule("send", (slots, details) -> requests.rule(slots, new Sending(slots)));
    frontEnd.rule("receive", (slots, details) -> requests.rule(slots, new Receiving(slots)));
    frontEnd.rule("exchange", (slots, details) -> requests.rule(slots, new Exchange(slots)));
    frontEnd.rule(
        "receive_matched", (slots, details) -> requests.rule(slots, receiveMatched(slots)));
    frontEnd.rule("probe", (slots, details) -> probe(slots));
  }

  /** The arguments that say to or from whom a message goes. */
  private static final class Side {
    private final int peer;
    private final int tag;
    private final int comm;

    /** One side of a call; if it has two, each has its own tag. */
    Side(Slots slots, String peer, String ownTag) {
      this.peer = slots.of(peer);
      this.tag = slots.find(ownTag) < 0 ? slots.of("tag") : slots.of(ownTag);
      this.comm = slots.of("comm");
    }

    Envelope read(MpiProcess process, RecordCursor record) {
      Communicator communicator = process.communicator(record.slot(comm));
      int rank = (int) record.slot(peer);
      int self = communicator.member(process.rank);
      return new Envelope(process, communicator, self, rank, (int) record.slot(tag));
    }
  }

  /** A buffer argument, kept by persistent requests. */
  private record Buffer(
      MpiProcess process, BufferUse use, Datatype type, long address, long count) {
    static Buffer of(BufferUse use, MpiProcess process, RecordCursor record) {
      return new Buffer(
          process,
          use,
          use.type(process, record),
          use.address(record),
          use.elements(record, BufferUse.ALONE));
    }

    void use(Operation operation, PendingEffects until) {
      process.useBuffer(operation, use.kind, type, address, count, until);
    }
  }

  /** To or from whom a message goes. */
  private record Envelope(
      MpiProcess process, Communicator communicator, int self, int rank, int tag) {

    boolean isNobody() {
      return rank == process.constants.procNull;
    }

    boolean isFromAnybody() {
      return rank == process.constants.anySource;
    }

    boolean isWild() {
      return rank == process.constants.anySource || tag == process.constants.anyTag;
    }
  }

  private Message send(Envelope to) {
    return send(to, null, 0);
  }

  private Message send(Envelope to, @Nullable Point offered, int turn) {
    int destination = to.communicator.peer(to.self, to.rank);
    Message message = to.communicator.channel(to.self, destination, to.tag).send();
    message.offered = offered;
    message.turn = turn;
    message.sent(frontEnd.execution().signal(to.process.strand));
    return message;
  }

  /** Posts the receive. With wildcards, the message is known only when it has arrived. */
  private void receive(Envelope from, Request request) {
    Signal started = frontEnd.execution().signal(from.process.strand);
    Receive receive = new Receive(from.communicator, from.self, started, from.tag);
    request.inbox = from.process.inbox(from.communicator);
    request.inbox.post();
    request.told = from.isFromAnybody();
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

  // ---- sends and receives ----

  private final class Sending implements Reader {
    private final Side side;
    private final BufferUse buffer;

    /** Whether its end is ordered after the start of the receive. */
    private final boolean synchronous;

    /** Whether its sender goes on as soon as it is sent, whoever receives it. */
    private final boolean unattended;

    private final int turn;

    Sending(Slots slots) {
      this.side = new Side(slots, "dest", "tag");
      this.buffer = BufferUse.of(slots).get(0);
      this.synchronous = slots.call().meaning().follows().contains("receiver");
      this.unattended = !synchronous && !slots.call().isStarted();
      this.turn = slots.of("turn");
    }

    @Override
    public Beginning read(MpiProcess process, RecordCursor record) {
      Envelope to = side.read(process, record);
      Buffer read = Buffer.of(buffer, process, record);
      int number = (int) record.slot(turn);
      return (by, request) -> {
        if (!to.isNobody()) {
          read.use(issue(process, by), request.effects);
          Point offered = unattended ? frontEnd.execution().offers(process.strand) : null;
          request.sent = send(to, offered, number);
          request.synchronous = synchronous;
        }
      };
    }
  }

  private final class Receiving implements Reader {
    private final Side side;
    private final BufferUse buffer;

    Receiving(Slots slots) {
      this.side = new Side(slots, "source", "tag");
      this.buffer = BufferUse.of(slots).get(0);
    }

    @Override
    public Beginning read(MpiProcess process, RecordCursor record) {
      Envelope from = side.read(process, record);
      Buffer written = Buffer.of(buffer, process, record);
      return (by, request) -> {
        if (!from.isNobody()) {
          written.use(issue(process, by), request.effects);
          receive(from, request);
        }
      };
    }
  }

  /** Both at once, perhaps in one buffer. A datatype to or from nobody may be anything. */
  private final class Exchange implements Reader {
    private final Side out;
    private final Side in;
    private final BufferUse sent;
    private final BufferUse received;

    Exchange(Slots slots) {
      this.out = new Side(slots, "dest", "sendtag");
      this.in = new Side(slots, "source", "recvtag");
      this.sent = BufferUse.of(slots).get(0);
      this.received = BufferUse.of(slots).get(1);
    }

    @Override
    public Beginning read(MpiProcess process, RecordCursor record) {
      return (by, request) -> {
        Operation operation = issue(process, by);
        Envelope to = out.read(process, record);
        Envelope from = in.read(process, record);
        if (!to.isNobody()) {
          Buffer.of(sent, process, record).use(operation, request.effects);
          send(to);
        }
        if (!from.isNobody()) {
          Buffer.of(received, process, record).use(operation, request.effects);
          receive(from, request);
        }
      };
    }
  }

  // ---- probes ----

  /**
   * A message that has been seen has been sent (3.8.1). A matched probe also takes it out of the
   * queue, to be received later (3.8.2).
   */
  private Rule<MpiProcess> probe(Slots slots) {
    Side side = new Side(slots, "source", "tag");
    int status = slots.of("status");
    int handle = slots.find("message");
    boolean waits = slots.call().around();
    return (process, record, returns) -> {
      Envelope from = side.read(process, record);
      if (!returns || from.isNobody()) {
        return true;
      }
      int sender = from.communicator.peer(from.self, (int) record.element(status, 0));
      Channel channel =
          from.communicator.channel(sender, from.self, (int) record.element(status, 1));
      Message message = channel.peekReceive();
      if (message == null) {
        return false;
      }
      process.inbox(from.communicator).endRow();
      if (handle >= 0) {
        message = channel.receive();
        message.receiveStarted = frontEnd.execution().signal(process.strand);
        process.define(record.slot(handle), message);
      }
      Signal sent = message.sent;
      if (sent != null && (!waits || from.isFromAnybody())) {
        sent = frontEnd.execution().told(process.strand, sent, null);
      }
      frontEnd.program().awaitIfAny(process.strand, sent);
      return true;
    };
  }

  private Reader receiveMatched(Slots slots) {
    BufferUse buffer = BufferUse.of(slots).get(0);
    int handle = slots.of("message");
    return (process, record) ->
        (by, request) -> {
          request.received = process.takeMessage(record.slot(handle));
          if (request.received != null) {
            Buffer.of(buffer, process, record).use(issue(process, by), request.effects);
          }
        };
  }
}
