package fencepost.program.ir;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A call; its operands are the arguments, and last the function. */
public final class Call extends Instruction {
  private final List<Long> copied;

  Call(Common common, List<Long> copied) {
    super(common);
    this.copied = copied;
  }

  public Value callee() {
    return operand(operands().size() - 1);
  }

  public List<Value> arguments() {
    return operands().subList(0, copied.size());
  }

  /**
   * How many bytes behind an argument are passed by value: the function gets the address of a copy
   * of them. 0 if the argument itself is passed.
   */
  public long copied(int argument) {
    return copied.get(argument);
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
