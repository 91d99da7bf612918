package fencepost.frontend.mpi;

import fencepost.clocks.Signal;
import fencepost.frontend.mpi.BufferUse.Role;
import fencepost.frontend.program.Collective;
import fencepost.frontend.program.Collective.Flow;
import fencepost.frontend.program.Collective.Participation;
import fencepost.frontend.program.ErroneousCallException;
import fencepost.frontend.program.PendingEffects;
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
final class MpiCollectiveRules {
  private final MpiFrontEnd frontEnd;

  MpiCollectiveRules(MpiFrontEnd frontEnd) {
    this.frontEnd = frontEnd;
  }

  void addRules() {
    Requests requests = new Requests(frontEnd);
    frontEnd.rule("collective", (slots, details) -> requests.rule(slots, new Form(slots)));
  }

  /** Whose entry must precede whose return. */
  private static Flow flow(List<String> follows) {
    return switch (follows.get(0)) {
      case "root" -> Flow.ROOT_TO_ALL;
      case "lower" -> Flow.LOWER_TO_HIGHER;
      case "neighbors" -> Flow.NEIGHBORS;
      default -> follows.contains("root") ? Flow.ALL_TO_ROOT : Flow.ALL_TO_ALL;
    };
  }

  /** One call: where its arguments are, and what it does with them. */
  private final class Form implements Requests.Reader {
    private final Flow flow;
    private final List<BufferUse> buffers;
    private final boolean prepared;
    private final int comm;
    private final int root;
    private final int outdegree;

    Form(Slots slots) {
      this.flow = flow(slots.call().meaning().follows());
      this.buffers = BufferUse.of(slots);
      this.prepared = slots.call().isPrepared();
      this.comm = slots.of("comm");
      this.root = slots.find("root");
      this.outdegree = slots.find("outdegree");
    }

    /** Members match in the order of their calls; if these prepare it, then from start to start. */
    @Override
    public Requests.Beginning read(MpiProcess process, RecordCursor record) {
      Communicator communicator = process.communicator(record.slot(comm));
      int self = communicator.member(process.rank);
      Sequence<Collective> starts = prepared ? communicator.nextPersistent(self) : null;
      return (by, request) -> {
        Collective collective =
            starts == null ? communicator.nextCollective(self) : starts.next(self);
        request.awaited = enter(process, record, by, request.effects, collective);
      };
    }

    private Participation enter(
        MpiProcess process,
        RecordCursor record,
        Operation.Completion by,
        PendingEffects until,
        Collective collective) {
      Communicator communicator = process.communicator(record.slot(comm));
      int self = communicator.member(process.rank);
      if (root >= 0 && record.slot(root) == process.constants.procNull) {
        // It is in the group of the root, and has no part in what goes between the groups (6.2.3).
        Signal alone = collective.entry(frontEnd.execution(), process.strand);
        return collective.enter(self, alone, Flow.NEIGHBORS, 0, List.of());
      }
      int rootRank = root < 0 ? 0 : communicator.root((int) record.slot(root), process);
      List<Integer> neighbors = flow == Flow.NEIGHBORS ? neighbors(record) : List.of();
      Operation operation = frontEnd.execution().issue(process.strand, by);
      for (BufferUse buffer : buffers) {
        if (isSignificant(buffer, communicator, self == rootRank)) {
          Role role = role(communicator, record, self, rootRank, neighbors.size());
          buffer.begin(process, operation, record, role, until);
        }
      }
      Signal entry = collective.entry(frontEnd.execution(), process.strand);
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
      for (BufferUse buffer : buffers) {
        if (buffer.kind != AccessKind.BUFFER_WRITE
            || !isSignificant(buffer, communicator, self == rootRank)) {
          continue;
        }
        if (!buffer.isVarying()) {
          if (buffer.isEmpty(record, self)) {
            return List.of();
          }
          break;
        }
        List<Integer> givers = new ArrayList<>();
        for (int from = 0; from < buffer.counts(record); from++) {
          if (buffer.count(record, from) > 0) {
            givers.add(
                flow == Flow.NEIGHBORS ? neighbors.get(from) : communicator.peer(self, from));
          }
        }
        if (givers.size() < buffer.counts(record)) {
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
    Collective collective = communicator.nextCollective(self);
    Signal entry = collective.entry(frontEnd.execution(), process.strand);
    return collective.enter(self, entry, Flow.ALL_TO_ALL, 0, List.of());
  }

  /** The process returns from the collective; false while it must wait for others to enter. */
  boolean leave(MpiProcess process) {
    Participation participation =
        ErroneousCallException.require(process.thread.collective, "it was never entered");
    if (!participation.mayEnd(process.process)) {
      return false;
    }
    frontEnd.program().awaitIfAny(process.strand, participation.known());
    return true;
  }
}
