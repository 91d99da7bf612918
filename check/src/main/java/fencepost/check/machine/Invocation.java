package fencepost.check.machine;

import fencepost.program.ir.Opcode;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** One call of a library function: who called it, with what, and what it returns. */
public final class Invocation {
  private final MachineProcess process;
  private final LibraryCall step;
  private final String name;
  private final long[] arguments;
  private final @Nullable LongConsumer result;

  Invocation(MachineProcess process, LibraryCall step, long[] arguments) {
    this(process, step, step.name, arguments, null);
  }

  private Invocation(
      MachineProcess process,
      LibraryCall step,
      String name,
      long[] arguments,
      @Nullable LongConsumer result) {
    this.process = process;
    this.step = step;
    this.name = name;
    this.arguments = arguments;
    this.result = result;
  }

  /**
   * The same call as one of another function, as which it is modelled.
   *
   * @param newResult what takes the integer that the other function returns; null if this one
   *     returns the same
   */
  public Invocation as(String otherName, long[] otherArguments, @Nullable LongConsumer newResult) {
    return new Invocation(process, step, otherName, otherArguments, newResult);
  }

  public MachineProcess process() {
    return process;
  }

  public MachineMemory memory() {
    return process.memory();
  }

  /** The name of the function. */
  public String name() {
    return name;
  }

  public int count() {
    return arguments.length;
  }

  /** An argument as it is in a register: integers are sign-extended. */
  public long argument(int index) {
    return arguments[index];
  }

  public int integer(int index) {
    return (int) arguments[index];
  }

  public double real(int index) {
    return step.isFloat(index)
        ? Float.intBitsToFloat((int) arguments[index])
        : Double.longBitsToDouble(arguments[index]);
  }

  /** Whether an argument is a floating-point number. */
  public boolean isReal(int index) {
    return step.isReal(index);
  }

  /** The code address that the call returns to. */
  public long site() {
    return process.siteOf(step.site);
  }

  // ---- what comes of it ----

  /** The call may return once more, to whoever jumps to the place that is saved in the buffer. */
  public void savesPlace(long buffer) {
    process.places.save(buffer, step);
  }

  /** The function does not return: the call that has saved its place does. */
  public void jumps(long buffer, long value) {
    process.places.jump(buffer, value);
  }

  /** The function does not return but throws. */
  public void throwsException(Thrown exception) {
    process.exceptions.willThrow(exception);
  }

  /** An exception of the type that the program describes at an address. */
  public Thrown exception(long object, long description, long destructor) {
    return new Thrown(object, TypeDescriptions.name(process, description), destructor);
  }

  /** Where in an object its part of another class is, as dynamic_cast finds it; 0 if nowhere. */
  public long dynamicCast(long part, long from, long to) {
    return new DynamicCast(process, part, from, to).result();
  }

  public void returns(long value) {
    if (result != null) {
      result.accept(value);
    } else {
      step.store(process, value);
    }
  }

  public void returns(boolean value) {
    returns(value ? 1 : 0);
  }

  /** Returns a number as wide as the function says. */
  public void returns(double value) {
    step.store(
        process,
        step.returnsFloat()
            ? Float.floatToRawIntBits((float) value)
            : Double.doubleToRawLongBits(value));
  }

  /** Returns two numbers, one behind the other. */
  public void returns(long first, long second) {
    step.store(process, first, second);
  }

  /** Returns an input that is the same whoever asks for it. */
  public void returnsNamed(String name, long sample, long least, long most) {
    returnsInput(process.machine().unknowns().named(name, sample, least, most));
  }

  /** Returns an input that has been named before, and a number more. */
  public void returnsNamed(String name, long more) {
    Unknowns unknowns = process.machine().unknowns();
    int unknown = unknowns.named(name, 0, 0, 0);
    returns(unknowns.value(unknown) + more);
    if (step.result() >= 0) {
      long value = unknowns.value(unknown);
      process.mark(step.result(), unknowns.derive(Opcode.ADD, unknown, value, 0, more));
    }
  }

  /** Returns an input: this time a value that was chosen, or the sample. */
  public void returnsUnknown(String what, long sample, long least, long most) {
    returnsInput(process.machine().unknowns().input(what, sample, least, most));
  }

  private void returnsInput(int unknown) {
    returns(process.machine().unknowns().value(unknown));
    if (step.result() >= 0) {
      process.mark(step.result(), unknown);
    }
  }

  /** Writes an input to memory: this time a value that was chosen, or the sample. */
  public long storeUnknown(
      long address, int size, String what, long sample, long least, long most) {
    return storeInput(address, size, process.machine().unknowns().input(what, sample, least, most));
  }

  /** Writes an input to memory that is the same whoever asks for it. */
  public void storeNamed(long address, int size, String name, long sample, long least, long most) {
    storeInput(address, size, process.machine().unknowns().named(name, sample, least, most));
  }

  private long storeInput(long address, int size, int unknown) {
    long value = process.machine().unknowns().value(unknown);
    memory().store(address, size, value);
    memory().markUnknown(address, size, unknown);
    return value;
  }

  void unknownBehindPointers() {
    for (long argument : arguments) {
      MemoryBlock block = memory().block(argument);
      int left = block.size() - (int) argument;
      if (argument >>> 32 != 0 && left > 0 && (int) argument >= 0) {
        int unknown = process.machine().unknowns().input("what " + name() + " writes", 0, 0, 0);
        memory().markUnknown(argument, left, unknown);
      }
    }
  }

  /** The call returns only when the condition holds; then the rest is done. */
  public void waitFor(BooleanSupplier ready, Runnable rest) {
    process.waitFor(name(), ready, rest);
  }

  /**
   * The caller is polling: let the others go on first. What it saw depends on how fast they are.
   */
  public void letOthersRun() {
    process.machine().orderMatters();
    process.pause();
  }
}
