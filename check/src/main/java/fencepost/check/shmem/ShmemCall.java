package fencepost.check.shmem;

import fencepost.check.machine.Invocation;
import fencepost.check.machine.MachineMemory;
import fencepost.check.mpi.Round;
import fencepost.check.record.NamedArguments;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** One call of OpenSHMEM by one process. */
final class ShmemCall {
  final CheckedShmemProcess process;
  private final Invocation invocation;
  private final @Nullable Signature signature;
  private final NamedArguments arguments;

  ShmemCall(CheckedShmemProcess process, Invocation invocation, @Nullable Signature signature) {
    this.process = process;
    this.invocation = invocation;
    this.signature = signature;
    this.arguments =
        new NamedArguments(
            signature == null ? null : signature.call, invocation, type -> new CType(type).size());
  }

  String name() {
    return signature().call.name();
  }

  MachineMemory memory() {
    return invocation.memory();
  }

  Signature signature() {
    return Objects.requireNonNull(signature);
  }

  // ---- arguments ----

  /** An argument by its place; for calls that no table has. */
  long at(int index) {
    return invocation.argument(index);
  }

  boolean has(String argument) {
    return arguments.has(argument);
  }

  /** An argument by the name that it has in the standard. */
  long argument(String name) {
    return arguments.get(name);
  }

  int integer(String name) {
    return (int) argument(name);
  }

  /** Whether an argument has the value of a named constant. */
  boolean is(String argument, String constant) {
    return argument(argument) == process.header().constant(constant);
  }

  /** Who takes part in a collective. */
  CheckedTeam team() {
    if (has("team")) {
      return process.team(argument("team"));
    } else if (has("PE_start")) {
      return process.world.activeSet(
          integer("PE_start"), integer("logPE_stride"), integer("PE_size"));
    }
    return process.world.world;
  }

  /** The round of a team's collectives that this call is. */
  Round round(CheckedTeam team) {
    return team.next(process.rank());
  }

  // ---- the other process ----

  /** The process that the call is about; PEs are numbered as in the team of the context. */
  CheckedShmemProcess target() {
    CheckedTeam team =
        has("ctx") ? process.team(process.teamOf(argument("ctx"))) : process.world.world;
    return process.world.process(team.process(integer("pe")));
  }

  /** Where the counterpart of a symmetric argument is at the other process. */
  long remote(String argument) {
    return process.symmetric.counterpart(argument(argument), target().symmetric);
  }

  // ---- results ----

  void done() {
    done(0);
  }

  void done(long code) {
    invocation.returns(code);
  }

  /** The rest of the call is done when the condition holds. */
  void when(BooleanSupplier ready, Runnable rest) {
    invocation.waitFor(ready, rest);
  }

  /** The rest of the call is done when all members have come to it. */
  void whenAll(CheckedTeam team, Round round, Runnable rest) {
    when(() -> round.hasAll(team.members), rest);
  }

  /** The caller asks again and again: let the others go on first. */
  void poll() {
    invocation.letOthersRun();
  }
}
