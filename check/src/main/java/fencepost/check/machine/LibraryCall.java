package fencepost.check.machine;

import fencepost.program.ir.IrType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A call of a function that the program does not define. */
final class LibraryCall extends Step implements Located {
  final String name;
  final int site;
  private final int[] from;
  private final List<IrType> types;
  private final int result;
  private final IrType resultType;
  private final int function;

  LibraryCall(
      String name,
      int function,
      int[] from,
      List<IrType> types,
      int result,
      IrType resultType,
      int site) {
    this.name = name;
    this.function = function;
    this.from = from;
    this.types = types;
    this.result = result;
    this.resultType = resultType;
    this.site = site;
  }

  /** The same call of another function. */
  LibraryCall of(String otherName, int otherFunction) {
    LibraryCall other =
        new LibraryCall(otherName, otherFunction, from, types, result, resultType, site);
    other.next = next;
    return other;
  }

  @Override
  public int site() {
    return site;
  }

  @Override
  @Nullable Step execute(MachineProcess p) {
    long[] arguments = new long[from.length];
    for (int i = 0; i < from.length; i++) {
      arguments[i] = p.r[from[i]];
    }
    if (p.s != null && result >= 0) {
      p.s[result] = 0;
    }
    p.machine().reached(site);
    p.calls(next);
    p.machine().routine(function).call(new Invocation(p, this, arguments));
    return p.exceptions.afterLibraryCall(next, site);
  }

  boolean isReal(int argument) {
    return types.get(argument).kind() == IrType.Kind.FLOAT;
  }

  boolean isFloat(int argument) {
    return isReal(argument) && Reals.isFloat(types.get(argument));
  }

  boolean returnsFloat() {
    return Reals.isFloat(resultType) && resultType.kind() == IrType.Kind.FLOAT;
  }

  int result() {
    return result;
  }

  void store(MachineProcess p, long value) {
    if (result >= 0) {
      p.r[result] = resultType.isInteger() ? Integers.signed(value, resultType.bits()) : value;
    }
  }

  void store(MachineProcess p, long first, long second) {
    if (result >= 0) {
      p.r[result] = first;
      p.r[result + 1] = second;
    }
  }
}
