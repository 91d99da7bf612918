package fencepost.check.dataflow;

import fencepost.program.ir.Access;
import fencepost.program.ir.AddressOf;
import fencepost.program.ir.Call;
import fencepost.program.ir.Constant;
import fencepost.program.ir.Function;
import fencepost.program.ir.Instruction;
import fencepost.program.ir.Value;
import fencepost.program.pointsto.PointsTo.Pointee;
import fencepost.program.pointsto.World;
import fencepost.trace.ApiTable.Left;
import fencepost.trace.CallNames;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Who may store to a place in memory, anywhere in the program. */
final class Writers {
  private static final String READ_ONLY =
      "v?(f|s|sn)?printf|puts|free|exit|strlen|str.*cmp|memcmp|f(open|close|flush|puts|write)"
          + "|llvm\\.(dbg|lifetime|assume|stack|va_).*";

  private final DataflowCode code;
  private final Map<Object, List<Writer>> byOrigin = new HashMap<>();
  private final Set<Object> zeroed = new HashSet<>();

  /**
   * Something that stores.
   *
   * @param offset where in the memory; negative if anywhere
   * @param argument of a call: the argument through which it does so
   */
  record Writer(Instruction instruction, int offset, long size, int argument) {}

  Writers(DataflowCode code) {
    this.code = code;
    code.module.definedFunctions().flatMap(Function::instructions).forEach(this::add);
  }

  private void add(Instruction instruction) {
    if (instruction instanceof Access access && access.writes()) {
      add(access.address(), access.size(), access, -1);
    } else if (instruction instanceof Call call && isZeroFill(call)) {
      code.pointsTo.pointees(call.arguments().get(0)).forEach(place -> zeroed.add(place.origin()));
    } else if (instruction instanceof Call call
        && code.callees(call).isEmpty()
        && !call.name().matches(READ_ONLY)) {
      for (int i = 0; i < call.arguments().size(); i++) {
        Value argument = call.arguments().get(i);
        if (argument.type().isPointer() && mayWrite(call, i)) {
          add(argument, 1, call, i);
        }
      }
    }
  }

  /** Filling with zeros before anything else is done. */
  private static boolean isZeroFill(Call call) {
    return call.name().startsWith("llvm.memset")
        && call.arguments().get(1) instanceof Constant.Number number
        && number.value() == 0;
  }

  private boolean mayWrite(Call call, int argument) {
    String name = call.name();
    if (name.startsWith("llvm.mem")) {
      return argument == 0;
    }
    KnownCall known = code.known.of(name);
    if (known != null) {
      return known.outputs().contains(argument);
    }
    Left left = CallNames.left(name);
    boolean onlyInput = argument == 0 && call.arguments().size() > 1;
    return !(left == Left.RANK || left == Left.SIZE) || !onlyInput;
  }

  private void add(Value address, long size, Instruction instruction, int argument) {
    List<Pointee> places = code.pointsTo.pointees(address);
    if (places.stream().anyMatch(place -> place.origin() instanceof World)) {
      return; // could be anything; most likely it is none of our variables
    }
    if (address instanceof AddressOf element && !element.terms().isEmpty()) {
      // Some element of an array: not before its start.
      add(element.base(), Integer.MAX_VALUE, instruction, argument);
      return;
    }
    for (Pointee place : places) {
      byOrigin
          .computeIfAbsent(place.origin(), key -> new ArrayList<>())
          .add(new Writer(instruction, place.offset(), size, argument));
    }
  }

  /** The only one that stores at a place; null if there are none or several. */
  @Nullable Writer only(Object origin, long offset) {
    Writer found = null;
    for (Writer writer : byOrigin.getOrDefault(origin, List.of())) {
      boolean there =
          writer.offset < 0
              || (writer.argument >= 0 && isCopy(writer) && writer.offset <= offset)
              || (writer.offset <= offset && offset < writer.offset + writer.size);
      if (there && found != null) {
        return null;
      }
      found = there ? writer : found;
    }
    return found;
  }

  static boolean isCopy(Writer writer) {
    return writer.instruction instanceof Call call && call.name().startsWith("llvm.mem");
  }

  /** Whether some memory holds zeros, and nothing else ever. */
  boolean zeroOnly(Object origin) {
    return none(origin) && zeroed.contains(origin);
  }

  /** Whether nobody stores anywhere in some memory. */
  boolean none(Object origin) {
    return byOrigin.getOrDefault(origin, List.of()).isEmpty();
  }
}
