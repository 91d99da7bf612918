package fencepost.check.dataflow;

import fencepost.program.ir.Call;
import fencepost.report.Finding.Access;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The sentences of findings, in the words of the reports of runs. */
final class Words {
  private Words() {}

  static String why(Access operation, Access other) {
    return switch (other.operation()) {
      case "free" ->
          "The buffer is freed ("
              + at(other)
              + ") while "
              + describe(operation)
              + " may be pending: no call has completed it.";
      case "return" ->
          "The buffer goes out of scope ("
              + at(other)
              + ") while "
              + describe(operation)
              + " may be pending: no call has completed it.";
      default ->
          describe(operation)
              + " may still be in flight at "
              + describe(other)
              + ": no call has completed it.";
    };
  }

  private static String describe(Access access) {
    boolean instruction = access.operation().equals("load") || access.operation().equals("store");
    return (instruction ? "the " : "") + access.operation() + " (" + at(access) + ")";
  }

  private static String at(Access access) {
    return Places.text(access.place());
  }

  static String fix(Issued issued, Access operation, Access other) {
    return "Complete "
        + operation.operation()
        + " ("
        + completion(issued)
        + ") before "
        + at(other)
        + ".";
  }

  /** What would complete it at home, in the words of its programming model. */
  private static String completion(Issued issued) {
    Meaning meaning = issued.meaning();
    if (meaning.parameters().containsKey("request")) {
      return "MPI_Wait on its request";
    } else if (meaning.parameters().containsKey("win")) {
      return "MPI_Win_flush_local or MPI_Win_flush, or the end of its epoch";
    } else if (meaning.call().startsWith("gaspi_")) {
      return meaning.is(Meaning.Trait.NOTIFIES_SELF)
          ? "gaspi_wait on its queue, or its notification"
          : "gaspi_wait on its queue";
    } else if (meaning.call().startsWith("shmem_")) {
      return meaning.parameters().containsKey("ctx") ? "shmem_ctx_quiet" : "shmem_quiet";
    }
    return meaning.call().endsWith("_begin")
        ? meaning.call().replace("_begin", "_end")
        : "MPI_Buffer_detach";
  }

  static String whyAcross(Access operation, Access other) {
    return describe(operation)
        + " of one process and "
        + describe(other)
        + " of another may meet in the same memory: no synchronisation of all processes is between"
        + " them.";
  }

  static String fixAcross(Access operation, Access other) {
    return "Complete "
        + operation.operation()
        + ", and let the processes wait for each other (for example "
        + (operation.operation().startsWith("shmem_")
            ? "shmem_barrier_all"
            : operation.operation().startsWith("gaspi_")
                ? "gaspi_notify and gaspi_notify_waitsome"
                : "MPI_Win_fence, or a flush and MPI_Barrier")
        + ") between "
        + at(operation)
        + " and "
        + at(other)
        + ".";
  }

  static String pathAcross(List<Access> accesses) {
    return "one process gets to "
        + at(accesses.get(0))
        + ", another to "
        + at(accesses.get(1))
        + ", in the same epoch";
  }

  /** How the program gets from one to the other. */
  static String path(Issued issued, State state, Access other) {
    StringBuilder text = new StringBuilder();
    for (Frame frame = state.scope().frame(); frame != null; frame = callerOf(frame)) {
      Call site = frame.site();
      if (site != null) {
        text.insert(
            0, ", in " + frame.function().name() + " called at " + Places.text(Places.of(site)));
      }
    }
    boolean again = state.scope().isLaterTurn();
    return "from "
        + Places.text(Places.of(issued.call()))
        + (again ? " through a further iteration of its loop" : "")
        + " to "
        + at(other)
        + text;
  }

  private static @Nullable Frame callerOf(Frame frame) {
    Scope caller = frame.caller();
    return caller == null ? null : caller.frame();
  }
}
