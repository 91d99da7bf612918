package fencepost.check.gaspi;

import fencepost.check.machine.Invocation;
import fencepost.check.machine.Memory;
import fencepost.check.record.RecordedCall;
import fencepost.trace.ApiTable.Parameter;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One call of GASPI by one process, recorded if the table of calls has it. */
final class GaspiCall {
  private static final long BLOCK = -1;

  final GaspiProcess process;
  final Invocation invocation;
  private final @Nullable RecordedCall record;

  GaspiCall(GaspiProcess process, Invocation invocation, @Nullable RecordedCall record) {
    this.process = process;
    this.invocation = invocation;
    this.record = record;
  }

  private RecordedCall record() {
    if (record == null) {
      throw new IllegalStateException(invocation.name() + " is not in the table of calls");
    }
    return record;
  }

  /** The name of the procedure, without the prefix of its profiling interface. */
  String name() {
    return record().name();
  }

  Memory memory() {
    return process.memory();
  }

  // ---- arguments: by their names if the table of calls has the procedure, else by their places

  boolean has(String name) {
    return record().has(name);
  }

  long argument(String name) {
    return Types.unsigned(record().argument(name), type(name));
  }

  int integer(String name) {
    return (int) argument(name);
  }

  /** An element of an array argument. */
  long element(String name, long index) {
    String type = type(name).replaceFirst("\\s*\\*$", "");
    return Types.unsigned(record().element(name, index), type);
  }

  private String type(String name) {
    return GaspiLibrary.TABLE.call(name()).parameters().stream()
        .filter(parameter -> parameter.name().equals(name))
        .map(Parameter::type)
        .findFirst()
        .orElseThrow();
  }

  long at(int index) {
    return invocation.argument(index);
  }

  /** The process that an argument names. */
  GaspiProcess rank() {
    return process.world.process(integer("rank"));
  }

  Membership group() {
    return process.group(integer("group"));
  }

  // ---- results ----

  /** Gives the program a value where it wants it. */
  void store(String name, int size, long value) {
    store(argument(name), size, value);
  }

  void storeAt(int index, int size, long value) {
    store(at(index), size, value);
  }

  private void store(long address, int size, long value) {
    Refused.unless(address != 0, Outcome.ERR_NULLPTR);
    memory().store(address, size, value);
  }

  void done() {
    done(Outcome.SUCCESS);
  }

  void done(Outcome outcome) {
    end(outcome);
    invocation.returns(outcome.code);
  }

  /** The call is over; what it returns is given to the program by whoever calls this. */
  void end(Outcome outcome) {
    if (record != null) {
      record.end(outcome.code);
    }
  }

  /** The caller asks again and again: the others go on first. */
  void poll() {
    invocation.letOthersRun();
  }

  // ---- waiting ----

  /**
   * The call returns when the condition holds, after the rest is done, or when its time is over.
   */
  void doneWhen(BooleanSupplier ready, Supplier<Outcome> rest) {
    long timeout = record().argument("timeout");
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
    done(Outcome.TIMEOUT);
  }
}
