package fencepost.frontend.mpi;

import static fencepost.frontend.mpi.BufferUse.reads;
import static fencepost.frontend.mpi.BufferUse.writes;

import fencepost.frontend.mpi.BufferUse.Share;
import fencepost.frontend.mpi.BufferUse.Who;
import fencepost.frontend.mpi.Collective.Flow;
import fencepost.model.Operation;
import java.util.List;
import java.util.Objects;

/**
 * Blocking collectives (MPI 4.1, chapter 6). They order their members along their data flow, and
 * use their buffers from the entry to the return of each member.
 */
final class Collectives {
  private static final Operation.Completion ON_RETURN =
      new Operation.Completion("the return of the call", "the return of the call");

  private final MpiFrontEnd frontEnd;

  Collectives(MpiFrontEnd frontEnd) {
    this.frontEnd = frontEnd;
  }

  void addRules() {
    BufferUse send = reads("sendbuf", "sendcount", "sendtype");
    BufferUse sendEach = send.share(Share.EACH);
    BufferUse sendVarying = reads("sendbuf", "sendcounts", "sendtype");
    BufferUse receive = writes("recvbuf", "recvcount", "recvtype");
    BufferUse receiveEach = receive.share(Share.EACH);
    BufferUse receiveVarying = writes("recvbuf", "recvcounts", "recvtype");
    BufferUse operand = reads("sendbuf", "count", "datatype");
    BufferUse result = writes("recvbuf", "count", "datatype");

    rule("MPI_Barrier", Flow.ALL_TO_ALL);
    rule(
        "MPI_Bcast",
        Flow.ROOT_TO_ALL,
        reads("buffer", "count", "datatype").only(Who.ROOT),
        writes("buffer", "count", "datatype").only(Who.OTHERS));
    rule("MPI_Scatter", Flow.ROOT_TO_ALL, sendEach.only(Who.ROOT), receive);
    rule("MPI_Scatterv", Flow.ROOT_TO_ALL, sendVarying.at("displs").only(Who.ROOT), receive);
    rule("MPI_Gather", Flow.ALL_TO_ROOT, send, receiveEach.only(Who.ROOT));
    rule("MPI_Gatherv", Flow.ALL_TO_ROOT, send, receiveVarying.at("displs").only(Who.ROOT));
    rule("MPI_Allgather", Flow.ALL_TO_ALL, send, receiveEach);
    rule("MPI_Allgatherv", Flow.ALL_TO_ALL, send, receiveVarying.at("displs"));
    rule("MPI_Alltoall", Flow.ALL_TO_ALL, sendEach, receiveEach);
    rule("MPI_Alltoallv", Flow.ALL_TO_ALL, sendVarying.at("sdispls"), receiveVarying.at("rdispls"));
    rule("MPI_Reduce", Flow.ALL_TO_ROOT, operand, result.only(Who.ROOT));
    rule("MPI_Allreduce", Flow.ALL_TO_ALL, operand, result);
    rule("MPI_Scan", Flow.LOWER_TO_HIGHER, operand, result);
    rule("MPI_Exscan", Flow.LOWER_TO_HIGHER, operand, result);
    rule(
        "MPI_Reduce_scatter_block",
        Flow.ALL_TO_ALL,
        reads("sendbuf", "recvcount", "datatype").share(Share.EACH),
        writes("recvbuf", "recvcount", "datatype"));
    rule(
        "MPI_Reduce_scatter",
        Flow.ALL_TO_ALL,
        reads("sendbuf", "recvcounts", "datatype").share(Share.SUM),
        writes("recvbuf", "recvcounts", "datatype").share(Share.OWN));
  }

  private void rule(String call, Flow flow, BufferUse... buffers) {
    Slots slots = new Slots(frontEnd.table(), call);
    int comm = slots.of("comm");
    int rootSlot = slots.find("root");
    frontEnd.rule(
        call,
        (process, record, returns) -> {
          Communicator communicator = process.communicator(record.slot(comm));
          int root = rootSlot < 0 ? 0 : (int) record.slot(rootSlot);
          if (returns) {
            return leave(process, communicator, flow, root);
          }
          Operation operation = frontEnd.execution().issue(process.strand, ON_RETURN);
          int self = communicator.member(process.rank);
          for (BufferUse buffer : List.of(buffers)) {
            buffer.begin(
                frontEnd.execution(),
                process,
                operation,
                record,
                slots,
                communicator.size(),
                self,
                root);
          }
          enter(process, communicator);
          return true;
        });
  }

  /** The process enters its next collective on the communicator. */
  void enter(MpiProcess process, Communicator communicator) {
    int self = communicator.member(process.rank);
    Collective collective = communicator.nextCollective(self);
    collective.enter(self, frontEnd.execution().signal(process.strand));
    process.collective = collective;
  }

  /** The process returns from the collective; false while it must wait for others to enter. */
  boolean leave(MpiProcess process, Communicator communicator, Flow flow, int root) {
    int self = communicator.member(process.rank);
    Collective collective = Objects.requireNonNull(process.collective);
    if (!collective.mayLeave(self, flow, root)) {
      return false;
    }
    frontEnd.awaitIfAny(process.strand, collective.known(self, flow, root));
    process.untilReturn.complete(frontEnd.execution(), process.strand);
    return true;
  }
}
