package fencepost.frontend.mpi;

import static fencepost.frontend.mpi.BufferUse.reads;
import static fencepost.frontend.mpi.BufferUse.writes;

import fencepost.clocks.Signal;
import fencepost.frontend.mpi.BufferUse.Role;
import fencepost.frontend.mpi.BufferUse.Share;
import fencepost.frontend.mpi.BufferUse.Who;
import fencepost.frontend.program.Collective;
import fencepost.frontend.program.Collective.Flow;
import fencepost.frontend.program.Collective.Participation;
import fencepost.frontend.program.ErroneousCallException;
import fencepost.frontend.program.PendingEffects;
import fencepost.frontend.program.Rank;
import fencepost.frontend.program.Sequence;
import fencepost.frontend.program.Slots;
import fencepost.model.AccessKind;
import fencepost.model.Operation;
import fencepost.trace.RecordCursor;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Collectives (MPI 4.1, chapter 6), blocking, nonblocking and persistent. They order their members
 * along their data flow, and use their buffers from the entry to the return, or from the start to
 * the completion, of each member.
 */
final class Collectives {
  private final MpiFrontEnd frontEnd;

  Collectives(MpiFrontEnd frontEnd) {
    this.frontEnd = frontEnd;
  }

  void addRules() {
    BufferUse send = reads("sendbuf", "sendcount", "sendtype");
    BufferUse sendEach = send.share(Share.EACH);
    BufferUse sendVarying = reads("sendbuf", "sendcounts", "sendtype");
    BufferUse sendTyped = reads("sendbuf", "sendcounts", "sendtypes").typedAt("sdispls");
    BufferUse receive = writes("recvbuf", "recvcount", "recvtype");
    BufferUse receiveEach = receive.share(Share.EACH);
    BufferUse receiveVarying = writes("recvbuf", "recvcounts", "recvtype");
    BufferUse receiveTyped = writes("recvbuf", "recvcounts", "recvtypes").typedAt("rdispls");
    BufferUse operand = reads("sendbuf", "count", "datatype");
    BufferUse result = writes("recvbuf", "count", "datatype");
    BufferUse broadcast = reads("buffer", "count", "datatype").only(Who.ROOT);
    BufferUse received = writes("buffer", "count", "datatype").only(Who.OTHERS);

    rules("barrier", Flow.ALL_TO_ALL);
    rules("bcast", Flow.ROOT_TO_ALL, broadcast, received);
    rules("scatter", Flow.ROOT_TO_ALL, sendEach.only(Who.ROOT), receive);
    rules("scatterv", Flow.ROOT_TO_ALL, sendVarying.at("displs").only(Who.ROOT), receive);
    rules("gather", Flow.ALL_TO_ROOT, send, receiveEach.only(Who.ROOT));
    rules("gatherv", Flow.ALL_TO_ROOT, send, receiveVarying.at("displs").only(Who.ROOT));
    rules("allgather", Flow.ALL_TO_ALL, send, receiveEach);
    rules("allgatherv", Flow.ALL_TO_ALL, send, receiveVarying.at("displs"));
    rules("alltoall", Flow.ALL_TO_ALL, sendEach, receiveEach);
    rules("alltoallv", Flow.ALL_TO_ALL, sendVarying.at("sdispls"), receiveVarying.at("rdispls"));
    rules("alltoallw", Flow.ALL_TO_ALL, sendTyped, receiveTyped);
    rules("reduce", Flow.ALL_TO_ROOT, operand, result.only(Who.ROOT));
    rules("allreduce", Flow.ALL_TO_ALL, operand, result);
    rules("scan", Flow.LOWER_TO_HIGHER, operand, result);
    rules("exscan", Flow.LOWER_TO_HIGHER, operand, result);
    rules(
        "reduce_scatter_block",
        Flow.ALL_TO_ALL,
        reads("sendbuf", "recvcount", "datatype").share(Share.EACH),
        writes("recvbuf", "recvcount", "datatype"));
    rules(
        "reduce_scatter",
        Flow.ALL_TO_ALL,
        reads("sendbuf", "recvcounts", "datatype").share(Share.SUM),
        writes("recvbuf", "recvcounts", "datatype").share(Share.OWN));

    rules("neighbor_allgather", Flow.NEIGHBORS, send, receiveEach);
    rules("neighbor_allgatherv", Flow.NEIGHBORS, send, receiveVarying.at("displs"));
    rules("neighbor_alltoall", Flow.NEIGHBORS, sendEach, receiveEach);
    rules(
        "neighbor_alltoallv",
        Flow.NEIGHBORS,
        sendVarying.at("sdispls"),
        receiveVarying.at("rdispls"));
    rules("neighbor_alltoallw", Flow.NEIGHBORS, sendTyped, receiveTyped);
  }

  /** The blocking, the nonblocking and the persistent form. */
  private void rules(String name, Flow flow, BufferUse... buffers) {
    String blocking = "MPI_" + Character.toUpperCase(name.charAt(0)) + name.substring(1);
    Form form = new Form(blocking, flow, buffers);
    frontEnd.rule(
        blocking,
        (process, record, returns) -> {
          if (returns) {
            return leave(process);
          }
          process.thread.collective =
              form.enter(process, record, Rank.ON_RETURN, process.thread.untilReturn);
          return true;
        });

    String nonblocking = "MPI_I" + name;
    Form started = new Form(nonblocking, flow, buffers);
    int handle = new Slots(frontEnd.table(), nonblocking).of("request");
    frontEnd.rule(
        nonblocking,
        (process, record, returns) -> {
          Request request = new Request();
          request.awaited = started.enter(process, record, Messages.BY_WAIT, request.effects);
          process.define(record.slot(handle), request);
          return true;
        });
    persistent(blocking + "_init", flow, buffers);
  }

  /** Members match in the order in which they prepare it (6.13), and then from start to start. */
  private void persistent(String call, Flow flow, BufferUse... buffers) {
    Form form = new Form(call, flow, buffers);
    Slots slots = new Slots(frontEnd.table(), call);
    int comm = slots.of("comm");
    int handle = slots.of("request");
    frontEnd.rule(
        call,
        (process, record, returns) -> {
          Communicator communicator = process.communicator(record.slot(comm));
          int self = communicator.member(process.rank);
          Sequence<Collective> starts = communicator.nextPersistent(self);
          RecordCursor kept = record.copy();
          process.define(
              record.slot(handle),
              Request.persistent(
                  request ->
                      request.awaited =
                          form.enter(
                              process,
                              kept,
                              Messages.BY_WAIT,
                              request.effects,
                              starts.next(self))));
          return true;
        });
  }

  /** One call: where its arguments are, and what it does with them. */
  private final class Form {
    private final Flow flow;
    private final BufferUse[] buffers;
    private final Slots.Buffer[] arguments;
    private final int comm;
    private final int root;
    private final int outdegree;

    Form(String call, Flow flow, BufferUse... buffers) {
      Slots slots = new Slots(frontEnd.table(), call);
      this.flow = flow;
      this.buffers = buffers;
      this.comm = slots.of("comm");
      this.root = slots.find("root");
      this.outdegree = slots.find("outdegree");
      this.arguments = new Slots.Buffer[buffers.length];
      for (int i = 0; i < buffers.length; i++) {
        arguments[i] = buffers[i].in(slots);
      }
    }

    Participation enter(
        MpiProcess process, RecordCursor record, Operation.Completion by, PendingEffects until) {
      Communicator communicator = process.communicator(record.slot(comm));
      int self = communicator.member(process.rank);
      return enter(process, record, by, until, communicator.nextCollective(self));
    }

    Participation enter(
        MpiProcess process,
        RecordCursor record,
        Operation.Completion by,
        PendingEffects until,
        Collective collective) {
      Communicator communicator = process.communicator(record.slot(comm));
      int self = communicator.member(process.rank);
      if (root >= 0 && record.slot(root) == process.constants.procNull) {
        // It is in the group of the root, and has no part in what goes between the groups (6.2.3).
        Signal alone = frontEnd.execution().signal(process.strand);
        return collective.enter(self, alone, Flow.NEIGHBORS, 0, List.of());
      }
      int rootRank = root < 0 ? 0 : communicator.root((int) record.slot(root), process);
      List<Integer> neighbors = flow == Flow.NEIGHBORS ? neighbors(record) : List.of();
      Operation operation = frontEnd.execution().issue(process.strand, by);
      for (int i = 0; i < buffers.length; i++) {
        if (isSignificant(buffers[i], communicator, self == rootRank)) {
          Role role = role(communicator, record, self, rootRank, neighbors.size());
          buffers[i].begin(process, operation, record, arguments[i], role, until);
        }
      }
      Signal entry = frontEnd.execution().signal(process.strand);
      List<Integer> givers = givers(communicator, record, self, rootRank, neighbors);
      return givers == null
          ? collective.enter(self, entry, flow, rootRank, neighbors)
          : collective.enter(self, entry, Flow.NEIGHBORS, rootRank, givers);
    }

    private boolean isSignificant(BufferUse buffer, Communicator communicator, boolean atRoot) {
      boolean betweenGroups = root >= 0 && communicator.isIntercommunicator();
      return betweenGroups
          ? buffer.isSignificantBetweenGroups(atRoot)
          : buffer.isSignificant(atRoot);
    }

    /**
     * Between two groups, a member waits for the other group only, and even a barrier may end
     * before its own group has come (MPI 4.1, 6.3).
     */
    private List<Integer> giversOfOtherGroup(Communicator communicator, int self, int rootRank) {
      boolean atRoot = self == rootRank;
      if (flow == Flow.ROOT_TO_ALL) {
        return atRoot ? List.of() : List.of(rootRank);
      }
      boolean getsNothing = flow == Flow.ALL_TO_ROOT && !atRoot;
      int givers = getsNothing ? 0 : communicator.peers(self);
      return IntStream.range(0, givers).mapToObj(i -> communicator.peer(self, i)).toList();
    }

    /**
     * A member does not wait for those of whom it gets nothing (MPI 4.1, 6.14: a collective need
     * not synchronise). Those of whom it gets something, if they are not all; else null.
     */
    private @Nullable List<Integer> givers(
        Communicator communicator,
        RecordCursor record,
        int self,
        int rootRank,
        List<Integer> neighbors) {
      for (int i = 0; i < buffers.length; i++) {
        if (buffers[i].kind() != AccessKind.BUFFER_WRITE
            || !isSignificant(buffers[i], communicator, self == rootRank)) {
          continue;
        }
        int count = arguments[i].count();
        if (!buffers[i].isVarying()) {
          if (buffers[i].isEmpty(record, count, self)) {
            return List.of();
          }
          break;
        }
        List<Integer> givers = new ArrayList<>();
        for (int from = 0; from < record.length(count); from++) {
          if (record.element(count, from) > 0) {
            givers.add(
                flow == Flow.NEIGHBORS ? neighbors.get(from) : communicator.peer(self, from));
          }
        }
        if (givers.size() < record.length(count)) {
          return givers;
        }
        break;
      }
      return communicator.isIntercommunicator()
          ? giversOfOtherGroup(communicator, self, rootRank)
          : null;
    }

    private Role role(
        Communicator communicator, RecordCursor record, int self, int rootRank, int sources) {
      if (flow != Flow.NEIGHBORS) {
        int peers = communicator.peers(self);
        return new Role(self, self == rootRank, peers, peers);
      }
      int destinations = outdegree < 0 ? sources : (int) record.slot(outdegree);
      return new Role(self, false, sources, destinations);
    }

    private List<Integer> neighbors(RecordCursor record) {
      List<Integer> neighbors = new ArrayList<>();
      for (int i = 0; i < record.length(comm + 1); i++) {
        neighbors.add((int) record.element(comm + 1, i));
      }
      return neighbors;
    }
  }

  /** The process enters its next collective, in which everyone waits for everyone. */
  void enter(MpiProcess process, Communicator communicator) {
    process.thread.collective = participate(process, communicator);
  }

  Participation participate(MpiProcess process, Communicator communicator) {
    int self = communicator.member(process.rank);
    return communicator
        .nextCollective(self)
        .enter(self, frontEnd.execution().signal(process.strand), Flow.ALL_TO_ALL, 0, List.of());
  }

  /** The process returns from the collective; false while it must wait for others to enter. */
  boolean leave(MpiProcess process) {
    Participation participation =
        ErroneousCallException.require(process.thread.collective, "it was never entered");
    if (!participation.mayEnd()) {
      return false;
    }
    frontEnd.program().awaitIfAny(process.strand, participation.known());
    process.thread.untilReturn.complete(frontEnd.execution(), process.strand);
    return true;
  }
}
