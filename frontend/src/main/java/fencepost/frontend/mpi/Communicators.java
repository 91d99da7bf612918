package fencepost.frontend.mpi;

import fencepost.trace.RecordCursor;
import java.util.ArrayList;
import java.util.List;

/**
 * Communicator constructors (MPI 4.1, 7.4): collective over the parent, and afterwards there is a
 * new communicator.
 */
final class Communicators {
  private final MpiFrontEnd frontEnd;
  private final Collectives collectives;

  Communicators(MpiFrontEnd frontEnd) {
    this.frontEnd = frontEnd;
    this.collectives = new Collectives(frontEnd);
  }

  void addRules() {
    constructor("MPI_Comm_dup");
    constructor("MPI_Comm_split");
    constructor("MPI_Comm_create");
  }

  private void constructor(String call) {
    Slots slots = new Slots(frontEnd.table(), call);
    int parent = slots.of("comm");
    int created = slots.of("newcomm");
    frontEnd.rule(
        call,
        (process, record, returns) -> {
          Communicator communicator = process.communicator(record.slot(parent));
          if (!returns) {
            collectives.enter(process, communicator);
            return true;
          }
          if (!collectives.leave(process, communicator, Collective.Flow.ALL_TO_ALL, 0)) {
            return false;
          }
          int self = communicator.member(process.rank);
          Communicator child = communicator.nextChild(self, members(record, created + 1));
          if (record.slot(created) != process.constants.commNull) {
            process.define(record.slot(created), child);
          }
          return true;
        });
  }

  private static List<Integer> members(RecordCursor record, int slot) {
    List<Integer> members = new ArrayList<>();
    for (int i = 0; i < record.length(slot); i++) {
      members.add((int) record.element(slot, i));
    }
    return members;
  }
}
