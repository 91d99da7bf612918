package fencepost.frontend.mpi;

import fencepost.clocks.Signal;
import fencepost.frontend.program.Awaited;
import fencepost.frontend.program.PendingEffects;
import fencepost.frontend.program.Rank;
import fencepost.frontend.program.Rules.Rule;
import fencepost.frontend.program.Sequence;
import fencepost.frontend.program.Slots;
import fencepost.model.AccessKind;
import fencepost.model.Operation;
import fencepost.trace.RecordCursor;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Partitioned point-to-point communication (MPI 4.1, chapter 4). A partition of the send buffer is
 * read from its MPI_Pready on; one of the receive buffer is written until MPI_Parrived has seen it.
 * The former is ordered before the latter.
 */
final class Partitioned {
  private static final int SENDER = 0;
  private static final int RECEIVER = 1;

  private final MpiFrontEnd frontEnd;

  Partitioned(MpiFrontEnd frontEnd) {
    this.frontEnd = frontEnd;
  }

  /** A pair of prepared calls; the n-th starts of both meet in a round. */
  static final class Transfer {
    private final Sequence<Round> rounds = new Sequence<>(2, Round::new);
  }

  /** One message: which partitions its sender has made ready. */
  private static final class Round {
    private @Nullable Signal @Nullable [] ready; // not known before the sender has started

    /**
     * What made a partition of the receiver arrive: both sides divide the same data, so it is where
     * the shares overlap. Null if some of it has not been heard of.
     */
    @Nullable Signal arrival(int partition, int partitions) {
      if (ready == null) {
        return null;
      }
      long send = ready.length;
      int first = (int) (partition * send / partitions);
      int last = (int) (((partition + 1) * send - 1) / partitions);
      List<Signal> signals = new ArrayList<>();
      for (int i = first; i <= last; i++) {
        if (ready[i] == null) {
          return null;
        }
        signals.add(Objects.requireNonNull(ready[i]));
      }
      return Signal.join(signals);
    }
  }

  /** One side's buffer and its present round. */
  final class Side implements Awaited {
    private final MpiProcess process;
    private final Datatype type;
    private final long address;
    private final long count;
    private final int partitions;
    private final int party;
    private final @Nullable Transfer transfer;
    private final List<PendingEffects> arriving = new ArrayList<>();
    private Round round = new Round();

    private Side(MpiProcess process, RecordCursor record, Arguments at) {
      this.process = process;
      this.party = at.party;
      this.type = at.buffer.type(process, record);
      this.address = at.buffer.address(record);
      this.count = record.slot(at.count);
      this.partitions = (int) record.slot(at.partitions);
      this.transfer = transfer(process, record, at);
    }

    private void start(Request request) {
      if (transfer == null) {
        return;
      }
      round = transfer.rounds.next(party);
      if (party == SENDER) {
        round.ready = new Signal[partitions];
        return;
      }
      arriving.clear();
      Operation operation = frontEnd.execution().issue(process.strand, Requests.BY_WAIT);
      for (int i = 0; i < partitions; i++) {
        PendingEffects effects = new PendingEffects();
        use(operation, AccessKind.BUFFER_WRITE, i, effects);
        arriving.add(effects);
        request.effects.addAll(effects);
      }
      request.awaited = this;
    }

    private void use(Operation operation, AccessKind kind, int partition, PendingEffects until) {
      long start = address + partition * count * type.extent();
      process.useBuffer(operation, kind, type, start, count, until);
    }

    private void ready(Request request, int partition) {
      if (round.ready != null) {
        Operation operation = frontEnd.execution().issue(process.strand, Requests.BY_WAIT);
        use(operation, AccessKind.BUFFER_READ, partition, request.effects);
        round.ready[partition] = frontEnd.execution().signal(process.strand);
      }
    }

    private boolean arrived(int partition) {
      if (transfer == null || arriving.isEmpty()) {
        return true;
      }
      Signal arrival = round.arrival(partition, partitions);
      if (arrival == null) {
        return false;
      }
      frontEnd.execution().await(process.strand, arrival);
      arriving.get(partition).complete(frontEnd.execution(), process.strand);
      return true;
    }

    @Override
    public boolean mayEnd(Rank rank) {
      return round.arrival(0, 1) != null;
    }

    @Override
    public @Nullable Signal known() {
      return round.arrival(0, 1);
    }
  }

  private static @Nullable Transfer transfer(
      MpiProcess process, RecordCursor record, Arguments at) {
    int rank = (int) record.slot(at.peer);
    if (rank == process.constants.procNull) {
      return null;
    }
    Communicator communicator = process.communicator(record.slot(at.comm));
    int self = communicator.member(process.rank);
    int peer = communicator.peer(self, rank);
    int tag = (int) record.slot(at.tag);
    return at.party == SENDER
        ? communicator.transfers(self, peer, tag).next(SENDER)
        : communicator.transfers(peer, self, tag).next(RECEIVER);
  }

  private record Arguments(
      BufferUse buffer, int party, int partitions, int count, int peer, int tag, int comm) {

    static Arguments of(Slots slots) {
      BufferUse buffer = BufferUse.of(slots).get(0);
      boolean sends = buffer.kind == AccessKind.BUFFER_READ;
      return new Arguments(
          buffer,
          sends ? SENDER : RECEIVER,
          slots.of("partitions"),
          slots.of("count"),
          slots.of(sends ? "dest" : "source"),
          slots.of("tag"),
          slots.of("comm"));
    }
  }

  void addRules() {
    frontEnd.rule("partitioned", (slots, details) -> prepare(slots));
    frontEnd.rule("ready", (slots, details) -> ready(slots));
    frontEnd.rule("arrived", (slots, details) -> arrived(slots));
  }

  private Rule<MpiProcess> prepare(Slots slots) {
    Arguments at = Arguments.of(slots);
    int handle = slots.of("request");
    return (process, record, returns) -> {
      Side side = new Side(process, record, at);
      Request request = Request.persistent(side::start);
      request.partitioned = side;
      process.define(record.slot(handle), request);
      return true;
    };
  }

  private interface Partitions {
    IntStream in(RecordCursor record);
  }

  /** One partition, a range or a list of them. */
  private static Partitions partitions(Slots slots) {
    int one = slots.find("partition");
    int low = slots.find("partition_low");
    int high = slots.find("partition_high");
    int list = slots.find("array_of_partitions");
    if (one >= 0) {
      return record -> IntStream.of((int) record.slot(one));
    } else if (low >= 0) {
      return record -> IntStream.rangeClosed((int) record.slot(low), (int) record.slot(high));
    }
    return record ->
        IntStream.range(0, record.length(list)).map(i -> (int) record.element(list, i));
  }

  private static Rule<MpiProcess> ready(Slots slots) {
    Partitions partitions = partitions(slots);
    int handle = slots.of("request");
    return (process, record, returns) -> {
      Request request = process.look(record.slot(handle));
      if (request != null && request.partitioned != null) {
        Side side = request.partitioned;
        partitions.in(record).forEach(i -> side.ready(request, i));
      }
      return true;
    };
  }

  /** It is recorded only when it was successful. */
  private static Rule<MpiProcess> arrived(Slots slots) {
    int handle = slots.of("request");
    int partition = slots.of("partition");
    return (process, record, returns) -> {
      Request request = process.look(record.slot(handle));
      return request == null
          || request.partitioned == null
          || request.partitioned.arrived((int) record.slot(partition));
    };
  }
}
