package fencepost.check.machine;

import fencepost.program.ir.Block;
import fencepost.program.ir.Function;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * A function of the program, translated when it is first called. Its registers are, in this order:
 * constants, arguments, values.
 */
final class MachineCode {
  final Function function;

  /**
   * Whether it belongs to the capture library: what that accesses is not recorded, nor does the
   * program decide anything there.
   */
  final boolean ofCapture;

  private final Translator translator;
  private final ArrayDeque<MachineFrame> free = new ArrayDeque<>();
  private @Nullable Step entry;

  /** The registers as they are at the start. */
  long[] constants = new long[0];

  int firstArgument;

  /** How many registers the named arguments take. */
  int arguments;

  MachineCode(Function function, Translator translator, boolean ofCapture) {
    this.function = function;
    this.ofCapture = ofCapture;
    this.translator = translator;
  }

  private void translate() {
    if (entry == null) {
      entry = translator.translate(this);
    }
  }

  boolean isReached(Block block) {
    return entry != null && translator.isReached(block);
  }

  Step entry() {
    translate();
    if (entry == null) {
      throw new IllegalStateException(function.name());
    }
    return entry;
  }

  /** Registers for an execution of it; used ones, where there are some. */
  MachineFrame frame() {
    translate();
    MachineFrame used = free.poll();
    return used != null ? used : new MachineFrame(this);
  }

  void giveBack(MachineFrame frame) {
    free.push(frame);
  }
}
