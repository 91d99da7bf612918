package fencepost.frontend.mpi;

import fencepost.clocks.Signal;
import fencepost.frontend.mpi.Communicator.Groups;
import fencepost.frontend.program.Collective;
import fencepost.frontend.program.Collective.Flow;
import fencepost.frontend.program.Rules.Rule;
import fencepost.frontend.program.Sequence;
import fencepost.frontend.program.Slots;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Communicator constructors (MPI 4.1, 7.4): collective over the parent, and afterwards there is a
 * new communicator. To free one is collective too, but need not wait for anybody (7.4.3).
 */
final class Communicators {
  private final MpiFrontEnd frontEnd;
  private final MpiCollectiveRules collectives;
  private final Map<Groups, Sequence<GroupChild>> groupChildren = new HashMap<>();

  /** A communicator that only its own members took part in making. */
  private record GroupChild(Collective collective, Communicator communicator) {}

  Communicators(MpiFrontEnd frontEnd) {
    this.frontEnd = frontEnd;
    this.collectives = new MpiCollectiveRules(frontEnd);
  }

  void addRules() {
    frontEnd.rule("make_comm", (slots, details) -> constructor(slots));
    frontEnd.rule("make_comm_of_members", (slots, details) -> byItsMembersOnly(slots));
    frontEnd.rule("make_comm_later", (slots, details) -> duplicateLater(slots));
    frontEnd.rule("link", (slots, details) -> (process, record, returns) -> link(process, returns));
  }

  /** The handle is there when the request is complete. */
  private Rule<MpiProcess> duplicateLater(Slots slots) {
    int parent = slots.of("comm");
    int handle = slots.of("request");
    int number = slots.of("fetch");
    return (process, record, returns) -> {
      Communicator communicator = process.communicator(record.slot(parent));
      Communicator child = communicator.nextDuplicate(communicator.member(process.rank));
      Request request = new Request();
      request.awaited = collectives.participate(process, communicator);
      process.define(record.slot(handle), request);
      process.making(record.slot(number), made -> process.define(made, child));
      return true;
    };
  }

  private Rule<MpiProcess> constructor(Slots slots) {
    int parent = slots.of("comm");
    int created = slots.of("newcomm");
    return (process, record, returns) -> {
      Communicator communicator = process.communicator(record.slot(parent));
      if (!returns) {
        collectives.enter(process, communicator);
        return true;
      }
      if (!collectives.leave(process)) {
        return false;
      }
      int self = communicator.member(process.rank);
      Communicator child =
          communicator.nextChild(
              self, process.members(record, created + 1), process.members(record, created + 2));
      if (record.slot(created) != process.constants.commNull) {
        process.define(record.slot(created), child);
      }
      return true;
    };
  }

  /** Collective over those only who become members, which are known when the call returns. */
  private Rule<MpiProcess> byItsMembersOnly(Slots slots) {
    int created = slots.of("newcomm");
    return (process, record, returns) ->
        !returns
            || record.slot(created) == process.constants.commNull
            || make(
                process,
                record.slot(created),
                process.members(record, created + 1),
                process.members(record, created + 2));
  }

  /**
   * Processes join: a spawn returns in the parents, and MPI_Init in the children, when all of them
   * have come; to connect and to accept likewise (11.8.2, 11.9.1). Any other MPI_Init waits for
   * nobody.
   */
  private boolean link(MpiProcess process, boolean returns) {
    MpiThread.Link link = process.thread.link;
    if (!returns || link == null) {
      return true;
    }
    if (!make(process, link.handle(), link.local(), link.remote())) {
      return false;
    }
    process.thread.link = null;
    return true;
  }

  /** False while somebody has not come. */
  private boolean make(MpiProcess process, long handle, List<Integer> local, List<Integer> remote) {
    if (process.thread.making == null) {
      join(process, Groups.of(local, remote));
    }
    if (!collectives.leave(process)) {
      return false;
    }
    process.define(handle, Objects.requireNonNull(process.thread.making));
    process.thread.making = null;
    return true;
  }

  private void join(MpiProcess process, Groups groups) {
    int size = groups.members().size();
    int self = groups.members().indexOf(process.rank);
    GroupChild child =
        groupChildren
            .computeIfAbsent(
                groups,
                key -> new Sequence<>(size, () -> new GroupChild(new Collective(size), key.make())))
            .next(self);
    process.thread.making = child.communicator();
    Signal entry = child.collective().entry(frontEnd.execution(), process.strand);
    process.thread.collective =
        child.collective().enter(self, entry, Flow.ALL_TO_ALL, 0, List.of());
  }
}
