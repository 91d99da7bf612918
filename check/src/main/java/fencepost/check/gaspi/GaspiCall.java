package fencepost.check.gaspi;

import fencepost.check.machine.Invocation;
import fencepost.check.machine.MachineMemory;
import fencepost.check.record.NamedArguments;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** One call of GASPI by one process. */
final class GaspiCall {
  private static final long BLOCK = -1;

  final CheckedGaspiProcess process;
  final Invocation invocation;
  private final String name;
  private final NamedArguments arguments;

  GaspiCall(CheckedGaspiProcess process, String name, Invocation invocation) {
    this.process = process;
    this.name = name;
    this.invocation = invocation;
    this.arguments =
        new NamedArguments(
            GaspiLibrary.TABLE.has(name) ? GaspiLibrary.TABLE.call(name) : null,
            invocation,
            Types::sizeOf);
  }

  /** The name of the procedure, without the prefix of its profiling interface. */
  String name() {
    return name;
  }

  MachineMemory memory() {
    return process.memory();
  }

  // ---- arguments: by their names if the table of calls has the procedure, else by their places

  boolean has(String argument) {
    return arguments.has(argument);
  }

  long argument(String argument) {
    return Types.unsigned(arguments.get(argument), arguments.type(argument));
  }

  int integer(String argument) {
    return (int) argument(argument);
  }

  /** An element of an array argument. */
  long element(String array, long index) {
    String type = arguments.type(array).replaceFirst("\\s*\\*$", "");
    return Types.unsigned(arguments.element(array, index), type);
  }

  long at(int index) {
    return invocation.argument(index);
  }

  /** The process that an argument names. */
  CheckedGaspiProcess rank() {
    return process.world.process(integer("rank"));
  }

  Membership group() {
    return process.group(integer("group"));
  }

  // ---- results ----

  /** Gives the program a value where it wants it. */
  void store(String place, int size, long value) {
    store(argument(place), size, value);
  }

  void storeAt(int index, int size, long value) {
    store(at(index), size, value);
  }

  private void store(long address, int size, long value) {
    Refused.unless(address != 0, GaspiOutcome.ERR_NULLPTR);
    memory().store(address, size, value);
  }

  void done() {
    done(GaspiOutcome.SUCCESS);
  }

  void done(GaspiOutcome outcome) {
    invocation.returns(outcome.code);
  }

  /** The caller asks again and again: the others go on first. */
  void poll() {
    invocation.letOthersRun();
  }

  // ---- waiting ----

  /**
   * The call returns when the condition holds, after the rest is done, or when its time is over.
   */
  void doneWhen(BooleanSupplier ready, Supplier<GaspiOutcome> rest) {
    long timeout = arguments.get("timeout");
    if (timeout == BLOCK || ready.getAsBoolean()) {
      invocation.waitFor(ready, () -> done(rest.get()));
    } else if (timeout == 0) {
      timeOut();
    } else {
      new Timed(this, ready, rest).begin(timeout);
    }
  }

  void timeOut() {
    poll();
    done(GaspiOutcome.TIMEOUT);
  }
}
