package fencepost.check.mpi;

import fencepost.check.machine.Invocation;
import fencepost.check.machine.MachineMemory;
import fencepost.check.record.NamedArguments;
import fencepost.trace.ApiTable;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** One call of MPI by one process. */
final class MpiCall {
  final CheckedMpiProcess process;
  final MpiHeader header;
  private final Invocation invocation;
  private final String name;
  private final ApiTable.@Nullable Call entry;
  private final NamedArguments arguments;

  MpiCall(CheckedMpiProcess process, String name, Invocation invocation) {
    this.process = process;
    this.header = process.header();
    this.invocation = invocation;
    this.name = name;
    this.entry = MpiModel.TABLE.has(name) ? MpiModel.TABLE.call(name) : null;
    this.arguments = new NamedArguments(entry, invocation, header::sizeOf);
  }

  /** Its name, without the prefix of the profiling interface. */
  String name() {
    return name;
  }

  /** What the table has of it. */
  ApiTable.Call entry() {
    return Objects.requireNonNull(entry);
  }

  /** Whether it waits, and does not only ask. */
  boolean waits() {
    return entry().around();
  }

  Invocation invocation() {
    return invocation;
  }

  MachineMemory memory() {
    return invocation.memory();
  }

  // ---- arguments ----

  /** An argument by its place; for calls that no table has. */
  long at(int index) {
    return invocation.argument(index);
  }

  int integerAt(int index) {
    return invocation.integer(index);
  }

  boolean has(String argument) {
    return arguments.has(argument);
  }

  /** An argument by the name that it has in the standard. */
  long argument(String argument) {
    return arguments.get(argument);
  }

  int integer(String name) {
    return (int) argument(name);
  }

  /** An element of an array argument. */
  long element(String array, long index) {
    return arguments.element(array, index);
  }

  Comm comm() {
    return process.comm(argument("comm"));
  }

  /** The rank of the caller in the communicator of the call. */
  int rank() {
    return comm().rankOf(process.rank());
  }

  TypeLayout type(String name) {
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

  /** The call returns, successful. */
  void done() {
    done(0);
  }

  void done(int code) {
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
