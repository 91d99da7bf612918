package fencepost.bench.suite.mpi;

import static fencepost.bench.suite.source.Arg.address;
import static fencepost.bench.suite.source.Arg.name;
import static fencepost.bench.suite.source.Arg.number;

import fencepost.bench.suite.Statement;
import fencepost.bench.suite.oracle.Kind;
import fencepost.bench.suite.oracle.OracleStrand;
import fencepost.bench.suite.source.Arg;
import fencepost.bench.suite.source.FortranText;
import fencepost.bench.suite.source.Section;
import fencepost.bench.suite.source.Text;
import fencepost.bench.suite.source.Variable;
import java.util.List;

/** Point-to-point communication, and requests. */
final class MessageCode {
  private MessageCode() {}

  private static String sent(OracleStrand strand, int to, int tag) {
    return message(strand, strand.rank(), to, tag, "sent ");
  }

  private static String received(OracleStrand strand, int from, int tag) {
    return message(strand, from, strand.rank(), tag, "received ");
  }

  private static String message(OracleStrand strand, int from, int to, int tag, String side) {
    String key = "message " + from + " to " + to + " tag " + tag;
    return key + " " + strand.process().count(side + key);
  }

  /**
   * A blocking send.
   *
   * @param synchronous whether it waits for the receive
   */
  record Send(Section buffer, int to, int tag, boolean synchronous) implements Statement {
    @Override
    public void write(Text text) {
      text.call(
          this,
          operation(),
          address(buffer),
          number(buffer.layout().count()),
          buffer.layout().datatype(),
          number(to),
          number(tag),
          name("MPI_COMM_WORLD"));
    }

    @Override
    public void tell(OracleStrand strand) {
      var read = strand.effect(this, new Object(), Kind.BUFFER_READ, buffer.in(strand.rank()));
      String key = sent(strand, to, tag);
      strand.signal(key);
      if (synchronous) {
        strand.await(key + " received");
      }
      strand.step();
      strand.completeNow(read);
    }

    @Override
    public String operation() {
      return synchronous ? "MPI_Ssend" : "MPI_Send";
    }
  }

  /**
   * A blocking receive.
   *
   * @param probe whether the message is waited for by a probe first
   */
  record Receive(Section buffer, int from, int tag, boolean probe) implements Statement {
    @Override
    public void write(Text text) {
      if (probe) {
        text.call(
            null,
            "MPI_Probe",
            number(from),
            number(tag),
            name("MPI_COMM_WORLD"),
            name("MPI_STATUS_IGNORE"));
      }
      text.call(
          this,
          operation(),
          address(buffer),
          number(buffer.layout().count()),
          buffer.layout().datatype(),
          number(from),
          number(tag),
          name("MPI_COMM_WORLD"),
          name("MPI_STATUS_IGNORE"));
    }

    @Override
    public void tell(OracleStrand strand) {
      String key = received(strand, from, tag);
      if (probe) {
        strand.await(key);
      }
      strand.signal(key + " received");
      var write = strand.effect(this, new Object(), Kind.BUFFER_WRITE, buffer.in(strand.rank()));
      strand.await(key);
      strand.completeNow(write);
    }

    @Override
    public String operation() {
      return "MPI_Recv";
    }
  }

  /**
   * A blocking receive from anybody. Only when every possible message has come is it certain which
   * ones have.
   *
   * @param possible who sends one message each
   * @param earlier how many of them have been received before
   */
  record ReceiveAny(Section buffer, List<Integer> possible, int earlier) implements Statement {
    private static final int TAG = 1;

    @Override
    public void write(Text text) {
      text.call(
          this,
          operation(),
          address(buffer),
          number(1),
          buffer.layout().datatype(),
          name("MPI_ANY_SOURCE"),
          number(TAG),
          name("MPI_COMM_WORLD"),
          name("MPI_STATUS_IGNORE"));
    }

    @Override
    public void tell(OracleStrand strand) {
      var write = strand.effect(this, new Object(), Kind.BUFFER_WRITE, buffer.in(strand.rank()));
      if (earlier == possible.size() - 1) {
        possible.forEach(from -> strand.await(received(strand, from, TAG)));
      }
      strand.step();
      strand.completeNow(write);
    }

    @Override
    public String operation() {
      return "MPI_Recv";
    }
  }

  /** A nonblocking send or receive. */
  record Nonblocking(Section buffer, boolean send, int peer, int tag, Variable request)
      implements Statement {
    @Override
    public void write(Text text) {
      text.call(
          this,
          operation(),
          address(buffer),
          number(buffer.layout().count()),
          buffer.layout().datatype(),
          number(peer),
          number(tag),
          name("MPI_COMM_WORLD"),
          Arg.out(request));
    }

    @Override
    public void tell(OracleStrand strand) {
      Kind kind = send ? Kind.BUFFER_READ : Kind.BUFFER_WRITE;
      String done = EpochsOfProcess.of(strand).start(strand, request.name());
      strand.effect(this, new Object(), kind, buffer.in(strand.rank())).completedBy(done);
      String key = send ? sent(strand, peer, tag) : received(strand, peer, tag);
      if (send) {
        strand.signal(key);
      } else {
        strand.signal(key + " received");
        EpochsOfProcess.of(strand).awaitAtEnd(request.name(), List.of(key));
      }
    }

    @Override
    public String operation() {
      return send ? "MPI_Isend" : "MPI_Irecv";
    }
  }

  /** How a request is ended. */
  enum Ending {
    WAIT,
    TEST,
    WAITALL,
    WAITANY,
    FREE
  }

  /** The end of a request. */
  record End(Variable request, Ending ending) implements Statement {
    @Override
    public void write(Text text) {
      Arg it = Arg.out(request);
      if (text instanceof FortranText && (ending == Ending.WAITALL || ending == Ending.WAITANY)) {
        throw new UnsupportedOperationException("a request is no array");
      }
      switch (ending) {
        case WAIT -> text.call(this, "MPI_Wait", it, name("MPI_STATUS_IGNORE"));
        case TEST ->
            Polling.until(text, "MPI_Test", List.of(it), List.of(name("MPI_STATUS_IGNORE")));
        case WAITALL -> text.call(this, "MPI_Waitall", number(1), it, name("MPI_STATUSES_IGNORE"));
        case WAITANY ->
            text.call(
                this,
                "MPI_Waitany",
                number(1),
                it,
                Arg.out(new Variable("int", "which")),
                name("MPI_STATUS_IGNORE"));
        case FREE -> text.call(this, "MPI_Request_free", it);
      }
    }

    @Override
    public void tell(OracleStrand strand) {
      EpochsOfProcess process = EpochsOfProcess.of(strand);
      String done = process.end(request.name());
      List<String> awaited = process.takeAwaited(request.name());
      if (ending != Ending.FREE) {
        awaited.forEach(strand::await);
        strand.complete(done);
      }
    }
  }
}
