package fencepost.frontend.mpi;

import fencepost.frontend.program.PendingEffects;
import fencepost.frontend.program.Slots;
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
    /** The same with a datatype for every member, displacements in bytes. */
    TYPED,
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

  BufferUse typedAt(String argument) {
    return new BufferUse(kind, buffer, count, datatype, argument, Share.TYPED, who);
  }

  BufferUse only(Who other) {
    return new BufferUse(kind, buffer, count, datatype, displacements, share, other);
  }

  /** Where a call has the arguments that this is about. */
  Slots.Buffer in(Slots slots) {
    return new Slots.Buffer(
        slots.of(buffer),
        slots.of(count),
        slots.of(datatype),
        displacements.isEmpty() ? -1 : slots.of(displacements));
  }

  /** What a process is in a collective. */
  record Role(int self, boolean atRoot, int sources, int destinations) {
    private int peers(AccessKind kind) {
      return kind == AccessKind.BUFFER_READ ? destinations : sources;
    }
  }

  /** Between two groups, the root has only the buffers of a root, and the others the others. */
  boolean isSignificantBetweenGroups(boolean atRoot) {
    return (who == Who.ROOT) == atRoot;
  }

  boolean isSignificant(boolean atRoot) {
    return who == Who.EVERYONE || (who == Who.ROOT) == atRoot;
  }

  /** Whether it has a count for every member. */
  boolean isVarying() {
    return share == Share.VARYING || share == Share.TYPED;
  }

  /** Whether nothing of the buffer is used. */
  boolean isEmpty(RecordCursor record, int counts, int self) {
    return (share == Share.OWN ? record.element(counts, self) : record.slot(counts)) == 0;
  }

  /** Begins the use; it lasts until what it is added to is completed. */
  void begin(
      MpiProcess process,
      Operation operation,
      RecordCursor record,
      Slots.Buffer at,
      Role role,
      PendingEffects until) {
    long address = record.slot(at.address());
    if (!isSignificant(role.atRoot) || address == process.constants.inPlace) {
      return;
    }
    if (isVarying()) {
      beginEach(process, operation, record, at, until);
      return;
    }
    long count =
        switch (share) {
          case EACH -> role.peers(kind) * record.slot(at.count());
          case OWN -> record.element(at.count(), role.self);
          case SUM -> sum(record, at.count());
          default -> record.slot(at.count());
        };
    Datatype type = process.datatype(record.slot(at.datatype()));
    process.useBuffer(operation, kind, type, address, count, until);
  }

  private void beginEach(
      MpiProcess process,
      Operation operation,
      RecordCursor record,
      Slots.Buffer at,
      PendingEffects until) {
    boolean typed = share == Share.TYPED;
    for (int i = 0; i < record.length(at.count()); i++) {
      long handle = typed ? record.element(at.datatype(), i) : record.slot(at.datatype());
      Datatype type = process.datatype(handle);
      long displacement = record.element(at.displacements(), i) * (typed ? 1 : type.extent());
      long address = record.slot(at.address()) + displacement;
      process.useBuffer(operation, kind, type, address, record.element(at.count(), i), until);
    }
  }

  private static long sum(RecordCursor record, int counts) {
    long sum = 0;
    for (int i = 0; i < record.length(counts); i++) {
      sum += record.element(counts, i);
    }
    return sum;
  }
}
