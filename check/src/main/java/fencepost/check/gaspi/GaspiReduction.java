package fencepost.check.gaspi;

import fencepost.check.machine.MachineMemory;
import fencepost.check.mpi.Basic;
import fencepost.check.mpi.Operator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Combines two operands of an allreduce; null if the program's own operation fails. */
interface GaspiReduction {
  byte @Nullable [] combine(byte[] left, byte[] right);

  /** {@code gaspi_operation_t}, in the order of the header. */
  List<Operator> OPERATIONS = List.of(Operator.MIN, Operator.MAX, Operator.SUM);

  /** {@code gaspi_datatype_t}, in the order of the header. */
  List<Basic> TYPES =
      List.of(
          new Basic("int", 4),
          new Basic("uint", 4),
          new Basic("float", 4),
          new Basic("float", 8),
          new Basic("int", 8),
          new Basic("uint", 8));

  /** The size of an element; 0 if there is no such type. */
  static int elementSize(int type) {
    return type >= 0 && type < TYPES.size() ? TYPES.get(type).size() : 0;
  }

  static GaspiReduction of(int operation, int type) {
    boolean known = operation >= 0 && operation < OPERATIONS.size();
    Refused.unless(known && elementSize(type) > 0, GaspiOutcome.ERROR);
    Basic basic = TYPES.get(type);
    return (left, right) -> {
      OPERATIONS.get(operation).apply(basic, left, right, 0, left.length / basic.size());
      return left;
    };
  }

  /** A function of the program, with operands that nobody else sees. */
  static GaspiReduction ofUser(GaspiCall call, long size) {
    return (left, right) -> {
      MachineMemory memory = call.memory();
      long[] place = new long[3];
      for (int i = 0; i < place.length; i++) {
        place[i] = memory.allocate(Math.max(1, size));
      }
      memory.write(place[0], left);
      memory.write(place[1], right);
      long code =
          call.invocation
              .process()
              .invoke(
                  call.argument("reduce_operation"),
                  place[0],
                  place[1],
                  place[2],
                  call.argument("reduce_state"),
                  call.argument("num"),
                  call.argument("element_size"),
                  call.argument("timeout"));
      byte[] result = memory.bytes(place[2], size);
      for (long address : place) {
        memory.free(address);
      }
      return (int) code == GaspiOutcome.SUCCESS.code ? result : null;
    };
  }
}
