package fencepost.check.mpi;

import fencepost.check.machine.Halt;
import fencepost.check.machine.MachineMemory;
import fencepost.check.machine.MachineProcess;
import org.jspecify.annotations.Nullable;

/** The operation of a reduction: one of the predefined ones, or a function of the program. */
final class MpiReduction {
  private final @Nullable Operator operator;
  private final long function;
  private final MachineProcess process;
  private final long datatype;
  private final MpiHeader header;

  private MpiReduction(MpiCall call) {
    long handle = call.argument("op");
    Long user = call.process.userOperators.get(handle);
    this.operator = call.process.operators.get(handle);
    this.function = user == null ? 0 : user;
    this.process = call.process.process;
    this.datatype = call.argument("datatype");
    this.header = call.header;
    if (operator == null && user == null) {
      throw Halt.fault("an operation that was never made");
    }
  }

  static MpiReduction of(MpiCall call) {
    return new MpiReduction(call);
  }

  /** {@code into = from op into}, both packed. */
  void combine(TypeLayout type, byte[] into, byte[] from, long count) {
    if (operator != null) {
      int at = 0;
      for (TypeLayout.Piece piece : type.at(0, count)) {
        operator.apply(piece.basic(), into, from, at, piece.count());
        at += piece.bytes();
      }
      return;
    }
    MachineMemory memory = process.memory();
    long size = Math.max(1, type.extent() * count);
    long a = memory.allocate(size);
    long b = memory.allocate(size);
    long arguments = memory.allocate(16);
    type.unpack(memory, a - type.lower(), count, from);
    type.unpack(memory, b - type.lower(), count, into);
    memory.store(arguments, 4, count);
    memory.store(arguments + 8, header.sizeOf("MPI_Datatype"), datatype);
    process.invoke(function, a, b, arguments, arguments + 8);
    System.arraycopy(type.pack(memory, b - type.lower(), count), 0, into, 0, into.length);
  }
}
