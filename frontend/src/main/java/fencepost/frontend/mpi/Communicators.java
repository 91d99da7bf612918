package fencepost.frontend.mpi;

import fencepost.clocks.Signal;
import fencepost.frontend.program.Collective.Flow;
import fencepost.frontend.program.Rules.Rule;
import fencepost.frontend.program.Slots;
import fencepost.trace.RecordCursor;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Communicator constructors (MPI 4.1, 7.4): collective over the parent, and afterwards there is a
 * new communicator. To free one is collective too, but need not wait for anybody (7.4.3).
 */
final class Communicators {
  private final MpiFrontEnd frontEnd;
  private final MpiCollectiveRules collectives;

  Communicators(MpiFrontEnd frontEnd) {
    this.frontEnd = frontEnd;
    this.collectives = new MpiCollectiveRules(frontEnd);
  }

  void addRules() {
    frontEnd.rule("make_comm", (slots, details) -> constructor(slots));
    frontEnd.rule("make_comm_of_members", (slots, details) -> byItsMembersOnly(slots));
    frontEnd.rule("make_comm_later", (slots, details) -> duplicateLater(slots));
    frontEnd.rule("refused", (slots, details) -> (process, record, returns) -> true);
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
          communicator.nextChild(self, ranks(record, created + 1), ranks(record, created + 2));
      if (record.slot(created) != process.constants.commNull) {
        process.define(record.slot(created), child);
      }
      return true;
    };
  }

  /** Collective over those only who become members, which are known when the call returns. */
  private Rule<MpiProcess> byItsMembersOnly(Slots slots) {
    int created = slots.of("newcomm");
    return (process, record, returns) -> {
      if (!returns || record.slot(created) == process.constants.commNull) {
        return true;
      }
      List<Integer> local = ranks(record, created + 1);
      List<Integer> remote = ranks(record, created + 2);
      if (process.thread.making == null) {
        join(process, local, remote);
      }
      if (!Objects.requireNonNull(process.thread.collective).mayEnd(process.process)) {
        return false;
      }
      collectives.leave(process);
      process.define(record.slot(created), Objects.requireNonNull(process.thread.making));
      process.thread.making = null;
      return true;
    };
  }

  private void join(MpiProcess process, List<Integer> local, List<Integer> remote) {
    Communicator.GroupChild child = frontEnd.world().nextGroupChild(process.rank, local, remote);
    int self = Communicator.inOrder(local, remote).indexOf(process.rank);
    process.thread.making = child.communicator();
    Signal entry = child.collective().entry(frontEnd.execution(), process.strand);
    process.thread.collective =
        child.collective().enter(self, entry, Flow.ALL_TO_ALL, 0, List.of());
  }

  private static List<Integer> ranks(RecordCursor record, int slot) {
    List<Integer> members = new ArrayList<>();
    for (int i = 0; i < record.length(slot); i++) {
      members.add((int) record.element(slot, i));
    }
    return members;
  }
}
