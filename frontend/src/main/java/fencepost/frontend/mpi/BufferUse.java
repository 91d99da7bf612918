package fencepost.frontend.mpi;

import fencepost.engine.Execution;
import fencepost.model.AccessKind;
import fencepost.model.Operation;
import fencepost.trace.RecordCursor;

/**
 * How a collective uses one of its buffer arguments.
 *
 * @param count the argument that holds the number of elements, or the array of numbers
 * @param displacements the argument that holds the array of displacements; empty if there is none
 */
record BufferUse(
    AccessKind kind,
    String buffer,
    String count,
    String datatype,
    String displacements,
    Share share,
    Who who) {

  /** How much of the buffer it is. */
  enum Share {
    /** {@code count} elements. */
    ONE,
    /** {@code count} elements for every member. */
    EACH,
    /** For every member its count at its displacement. */
    VARYING,
    /** All the counts together. */
    SUM,
    /** The count of the calling member. */
    OWN
  }

  /** For whom the argument is significant. */
  enum Who {
    EVERYONE,
    ROOT,
    OTHERS
  }

  static BufferUse reads(String buffer, String count, String datatype) {
    return new BufferUse(
        AccessKind.BUFFER_READ, buffer, count, datatype, "", Share.ONE, Who.EVERYONE);
  }

  static BufferUse writes(String buffer, String count, String datatype) {
    return new BufferUse(
        AccessKind.BUFFER_WRITE, buffer, count, datatype, "", Share.ONE, Who.EVERYONE);
  }

  BufferUse share(Share other) {
    return new BufferUse(kind, buffer, count, datatype, displacements, other, who);
  }

  BufferUse at(String argument) {
    return new BufferUse(kind, buffer, count, datatype, argument, Share.VARYING, who);
  }

  BufferUse only(Who other) {
    return new BufferUse(kind, buffer, count, datatype, displacements, share, other);
  }

  /** Begins the use by a member; it lasts until the process returns from the call. */
  void begin(
      Execution execution,
      MpiProcess process,
      Operation operation,
      RecordCursor record,
      Slots slots,
      int size,
      int self,
      int root) {
    boolean significant = who == Who.EVERYONE || (who == Who.ROOT) == (self == root);
    long address = record.slot(slots.of(buffer));
    if (!significant || address == process.constants.inPlace) {
      return;
    }
    Datatype type = process.datatype(record.slot(slots.of(datatype)));
    int counts = slots.of(count);
    switch (share) {
      case ONE -> add(execution, process, operation, type, address, record.slot(counts));
      case EACH -> add(execution, process, operation, type, address, size * record.slot(counts));
      case OWN -> add(execution, process, operation, type, address, record.element(counts, self));
      case SUM -> {
        long sum = 0;
        for (int i = 0; i < record.length(counts); i++) {
          sum += record.element(counts, i);
        }
        add(execution, process, operation, type, address, sum);
      }
      case VARYING -> {
        int places = slots.of(displacements);
        for (int i = 0; i < record.length(counts); i++) {
          long at = address + record.element(places, i) * type.extent();
          add(execution, process, operation, type, at, record.element(counts, i));
        }
      }
    }
  }

  private void add(
      Execution execution,
      MpiProcess process,
      Operation operation,
      Datatype type,
      long address,
      long count) {
    for (Datatype.Piece piece : type.at(address, count)) {
      process.untilReturn.add(
          execution.effect(operation, kind, process.rank, piece.region(), null, null, null), null);
    }
  }
}
