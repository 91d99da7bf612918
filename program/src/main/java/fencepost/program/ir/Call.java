package fencepost.program.ir;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A call; its operands are the arguments, and last the function. */
public final class Call extends Instruction {
  private final int arguments;

  Call(Common common, int arguments) {
    super(common);
    this.arguments = arguments;
  }

  public Value callee() {
    return operand(operands().size() - 1);
  }

  public List<Value> arguments() {
    return operands().subList(0, arguments);
  }

  /** The function that is named; null if it is called through a pointer. */
  public @Nullable Function target() {
    return callee() instanceof Function function ? function : null;
  }

  /** The name of the function; empty if it is called through a pointer. */
  public String name() {
    Function target = target();
    return target == null ? "" : target.name();
  }
}
