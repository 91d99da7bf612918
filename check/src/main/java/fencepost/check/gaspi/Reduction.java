package fencepost.check.gaspi;

import fencepost.check.machine.Memory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/** Combines two operands of an allreduce; null if the program's own operation fails. */
interface Reduction {
  byte @Nullable [] combine(byte[] left, byte[] right);

  /** {@code gaspi_operation_t} and {@code gaspi_datatype_t}, in the order of the header. */
  enum Operation {
    MIN,
    MAX,
    SUM
  }

  enum Element {
    INT(4),
    UINT(4),
    FLOAT(4),
    DOUBLE(8),
    LONG(8),
    ULONG(8);

    private final int size;

    Element(int size) {
      this.size = size;
    }

    void combine(Operation operation, ByteBuffer into, ByteBuffer with, int at) {
      switch (this) {
        case FLOAT ->
            into.putFloat(at, (float) real(operation, into.getFloat(at), with.getFloat(at)));
        case DOUBLE -> into.putDouble(at, real(operation, into.getDouble(at), with.getDouble(at)));
        case INT -> into.putInt(at, (int) integer(operation, into.getInt(at), with.getInt(at)));
        case UINT ->
            into.putInt(
                at,
                (int)
                    integer(
                        operation,
                        Integer.toUnsignedLong(into.getInt(at)),
                        Integer.toUnsignedLong(with.getInt(at))));
        case LONG -> into.putLong(at, integer(operation, into.getLong(at), with.getLong(at)));
        case ULONG -> into.putLong(at, unsigned(operation, into.getLong(at), with.getLong(at)));
      }
    }

    private static double real(Operation operation, double a, double b) {
      return switch (operation) {
        case MIN -> Math.min(a, b);
        case MAX -> Math.max(a, b);
        case SUM -> a + b;
      };
    }

    private static long integer(Operation operation, long a, long b) {
      return switch (operation) {
        case MIN -> Math.min(a, b);
        case MAX -> Math.max(a, b);
        case SUM -> a + b;
      };
    }

    private static long unsigned(Operation operation, long a, long b) {
      if (operation == Operation.SUM) {
        return a + b;
      }
      boolean less = Long.compareUnsigned(a, b) < 0;
      return less == (operation == Operation.MIN) ? a : b;
    }
  }

  /** The size of an element; 0 if there is no such type. */
  static int elementSize(int type) {
    return type >= 0 && type < Element.values().length ? Element.values()[type].size : 0;
  }

  static Reduction of(int operation, int type) {
    boolean known = operation >= 0 && operation < Operation.values().length;
    Refused.unless(known && elementSize(type) > 0, Outcome.ERROR);
    Element element = Element.values()[type];
    return (left, right) -> {
      ByteBuffer into = ByteBuffer.wrap(left).order(ByteOrder.LITTLE_ENDIAN);
      ByteBuffer with = ByteBuffer.wrap(right).order(ByteOrder.LITTLE_ENDIAN);
      for (int at = 0; at < left.length; at += element.size) {
        element.combine(Operation.values()[operation], into, with, at);
      }
      return left;
    };
  }

  /** A function of the program, with operands that nobody else sees. */
  static Reduction ofUser(GaspiCall call, long size) {
    return (left, right) -> {
      Memory memory = call.memory();
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
      return (int) code == Outcome.SUCCESS.code ? result : null;
    };
  }
}
