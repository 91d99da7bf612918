package fencepost.check.mpi;

import fencepost.check.machine.Invocation;
import fencepost.check.machine.Memory;
import fencepost.check.record.RecordedCall;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** One call of MPI by one process, recorded if the table of calls has it. */
final class MpiCall {
  final MpiProcess process;
  final MpiHeader header;
  private final Invocation invocation;
  private final @Nullable RecordedCall record;

  MpiCall(MpiProcess process, Invocation invocation, @Nullable RecordedCall record) {
    this.process = process;
    this.header = process.header();
    this.invocation = invocation;
    this.record = record;
  }

  String name() {
    return invocation.name();
  }

  Invocation invocation() {
    return invocation;
  }

  Memory memory() {
    return invocation.memory();
  }

  // ---- arguments ----

  /** An argument by its place; for calls that are not recorded. */
  long at(int index) {
    return invocation.argument(index);
  }

  int integerAt(int index) {
    return invocation.integer(index);
  }

  boolean has(String argument) {
    return record != null && record.has(argument);
  }

  /** An argument by the name that it has in the standard. */
  long argument(String name) {
    return record == null ? 0 : record.argument(name);
  }

  int integer(String name) {
    return (int) argument(name);
  }

  /** An element of an array argument. */
  long element(String name, long index) {
    return record == null ? 0 : record.element(name, index);
  }

  Comm comm() {
    return process.comm(argument("comm"));
  }

  /** The rank of the caller in the communicator of the call. */
  int rank() {
    return comm().rankOf(process.rank());
  }

  Layout type(String name) {
    return process.type(argument(name));
  }

  Win window() {
    return process.window(argument("win"));
  }

  boolean isInPlace(String buffer) {
    return argument(buffer) == header.constant("MPI_IN_PLACE");
  }

  boolean isNobody(int rank) {
    return rank == header.integer("MPI_PROC_NULL");
  }

  // ---- results ----

  void store(String name, int size, long value) {
    memory().store(argument(name), size, value);
  }

  void storeHandle(String name, String type, long handle) {
    process.storeHandle(argument(name), type, handle);
  }

  void status(Request.Status status) {
    if (record != null) {
      record.status(process.source(status.source()), process.tag(status.tag()), status.cancelled());
    }
  }

  /** The call returns, successful. */
  void done() {
    done(0);
  }

  void done(int code) {
    if (record != null) {
      record.end(code);
    }
    invocation.returns(code);
  }

  /** The call returns when the condition holds, after the rest is done. */
  void doneWhen(BooleanSupplier ready, Runnable rest) {
    invocation.waitFor(
        ready,
        () -> {
          rest.run();
          done();
        });
  }

  /** The caller asks again and again: let the others go on first. */
  void poll() {
    invocation.letOthersRun();
  }
}
