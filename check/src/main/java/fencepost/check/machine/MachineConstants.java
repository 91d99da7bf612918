package fencepost.check.machine;

import fencepost.program.ir.Constant;
import fencepost.program.ir.Function;
import fencepost.program.ir.GlobalObject;
import fencepost.program.ir.IrType;
import fencepost.program.ir.Value;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.LongBinaryOperator;
import org.jspecify.annotations.Nullable;

/** The values of constants, once it is known where everything is. */
final class MachineConstants {
  private final Image image;

  MachineConstants(Image image) {
    this.image = image;
  }

  /** How many registers a value takes. */
  static int words(Value value) {
    boolean wideNumber = value.type().kind() == IrType.Kind.FLOAT && value.type().bits() > 0;
    return wideNumber ? 1 : (int) Math.max(1, (value.type().size() + 7) / 8);
  }

  /** The value of a constant that fits into a register. */
  long word(Value value) {
    if (value instanceof Constant.Number number) {
      return Integers.signed(number.value(), number.type().bits());
    } else if (value instanceof GlobalObject object) {
      return image.address(object);
    } else if (value instanceof Constant.Address address) {
      return word(address.base()) + address.offset();
    } else if (value instanceof Constant.Computed computed) {
      return computed(computed);
    }
    return value instanceof Constant.Plain || value instanceof Constant.Aggregate
        ? words(value, 1)[0]
        : 0;
  }

  private long computed(Constant.Computed computed) {
    LongBinaryOperator operator =
        Integers.operator(computed.opcode(), Math.max(1, computed.type().bits()));
    if (operator == null) {
      return computed.operands().isEmpty() ? 0 : word(computed.operands().get(0));
    }
    return operator.applyAsLong(word(computed.operands().get(0)), word(computed.operands().get(1)));
  }

  /** The bytes of a constant in registers. */
  long[] words(Value value, int count) {
    boolean bytewise = value instanceof Constant.Plain || value instanceof Constant.Aggregate;
    if (count == 1 && !bytewise) {
      return new long[] {word(value)};
    }
    byte[] bytes = new byte[8 * count];
    write(value, bytes, 0);
    long[] words = new long[count];
    for (int i = 0; i < count; i++) {
      words[i] = (long) MachineMemory.LONG.get(bytes, 8 * i);
    }
    return words;
  }

  /** Writes a constant where it belongs in memory. */
  void write(Value value, byte[] bytes, int at) {
    if (value instanceof Constant.Aggregate aggregate) {
      aggregate.parts().forEach(part -> write(part.value(), bytes, at + (int) part.offset()));
    } else if (value instanceof Constant.Plain plain) {
      System.arraycopy(
          plain.content(), 0, bytes, at, Math.min(plain.content().length, bytes.length - at));
    } else {
      long word = word(value);
      for (int i = 0; i < value.type().size(); i++) {
        bytes[at + i] = (byte) (i < 8 ? word >>> (8 * i) : word >> 63);
      }
    }
  }

  /** The functions in a list of constructors, by their priority. */
  List<Function> constructors(@Nullable Value list) {
    record Constructor(long priority, Function function) {}
    List<Constructor> found = new ArrayList<>();
    if (list instanceof Constant.Aggregate aggregate) {
      for (Constant.Part part : aggregate.parts()) {
        if (part.value() instanceof Constant.Aggregate entry
            && entry.parts().get(1).value() instanceof Function function) {
          found.add(new Constructor(word(entry.parts().get(0).value()), function));
        }
      }
    }
    return found.stream()
        .sorted(Comparator.comparingLong(Constructor::priority))
        .map(Constructor::function)
        .toList();
  }
}
