package fencepost.frontend.mpi;

import fencepost.frontend.program.PendingEffects;
import fencepost.frontend.program.Slots;
import fencepost.model.AccessKind;
import fencepost.model.AtomicType;
import fencepost.model.Operation;
import fencepost.trace.CallBuffer;
import fencepost.trace.CallBuffer.Share;
import fencepost.trace.CallBuffer.Who;
import fencepost.trace.RecordCursor;
import java.util.List;

/** How a call uses one of its buffer arguments, and where they are in its record. */
final class BufferUse {
  /** A process that is alone with its buffers. */
  static final Role ALONE = new Role(0, false, 0, 0);

  private static final Datatype BYTES = Datatype.basic(new AtomicType("byte1", 1), 1, false);

  final AccessKind kind;

  /** Whether the operation that does nothing leaves the buffer alone. */
  final boolean unlessNoOp;

  private final Share share;
  private final Who who;
  private final int address;
  private final int count;
  private final int datatype;
  private final boolean typed;
  private final int displacements;
  private final int from;
  private final int to;

  private BufferUse(Slots slots, CallBuffer buffer) {
    this.kind = buffer.written() ? AccessKind.BUFFER_WRITE : AccessKind.BUFFER_READ;
    this.unlessNoOp = !buffer.unless().isEmpty();
    this.share = buffer.share();
    this.who = buffer.who();
    this.address = slots.of(buffer.address());
    this.count = slots.find(buffer.count());
    this.datatype = slots.find(buffer.type());
    this.typed = slots.isArray(buffer.type());
    this.displacements = slots.find(buffer.displacements());
    this.from = slots.find("from");
    this.to = slots.find("to");
  }

  /** The buffers of a call. */
  static List<BufferUse> of(Slots slots) {
    return slots.call().meaning().buffers().stream().map(b -> new BufferUse(slots, b)).toList();
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
    return share == Share.VARYING;
  }

  /** How many members have a count of their own. */
  int counts(RecordCursor record) {
    return record.length(count);
  }

  /** The count of one of them. */
  long count(RecordCursor record, int member) {
    return record.element(count, member);
  }

  /** Whether nothing of the buffer is used. */
  boolean isEmpty(RecordCursor record, int self) {
    return (share == Share.OWN ? count(record, self) : record.slot(count)) == 0;
  }

  /** Begins the use; it lasts until what it is added to is completed. */
  void begin(
      MpiProcess process,
      Operation operation,
      RecordCursor record,
      Role role,
      PendingEffects until) {
    if (!isSignificant(role.atRoot) || address(record) == process.constants.inPlace) {
      return;
    }
    if (isVarying()) {
      beginEach(process, operation, record, until);
      return;
    }
    process.useBuffer(
        operation, kind, type(process, record), address(record), elements(record, role), until);
  }

  long address(RecordCursor record) {
    return record.slot(address) + (share == Share.PACKED ? record.slot(from) : 0);
  }

  Datatype type(MpiProcess process, RecordCursor record) {
    return datatype < 0 ? BYTES : process.datatype(record.slot(datatype));
  }

  /** How many elements of its type are used. */
  long elements(RecordCursor record, Role role) {
    return switch (share) {
      case EACH -> role.peers(kind) * record.slot(count);
      case OWN -> count(record, role.self);
      case SUM -> sum(record);
      case PACKED -> record.slot(to) - record.slot(from);
      default -> count < 0 ? 1 : record.slot(count);
    };
  }

  private void beginEach(
      MpiProcess process, Operation operation, RecordCursor record, PendingEffects until) {
    for (int i = 0; i < counts(record); i++) {
      long handle = typed ? record.element(datatype, i) : record.slot(datatype);
      Datatype type = process.datatype(handle);
      long displacement = record.element(displacements, i) * (typed ? 1 : type.extent());
      process.useBuffer(
          operation, kind, type, address(record) + displacement, count(record, i), until);
    }
  }

  private long sum(RecordCursor record) {
    long sum = 0;
    for (int i = 0; i < counts(record); i++) {
      sum += count(record, i);
    }
    return sum;
  }
}
