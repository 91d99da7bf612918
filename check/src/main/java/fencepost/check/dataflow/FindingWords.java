package fencepost.check.dataflow;

import fencepost.program.ir.Call;
import fencepost.report.Finding.Access;
import org.jspecify.annotations.Nullable;

/** The sentences of findings, in the words of the reports of runs. */
final class FindingWords {
  private FindingWords() {}

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
    KnownCall known = issued.known();
    if (known.lastsUntil("request")) {
      return "MPI_Wait on its request";
    } else if (known.lastsUntil("win")) {
      return "MPI_Win_flush_local or MPI_Win_flush, or the end of its epoch";
    } else if (known.lastsUntil("queue")) {
      return "gaspi_wait on its queue" + (known.notifiesSelf() ? ", or its notification" : "");
    } else if (known.lastsUntil("ctx")) {
      return known.call().has("ctx") ? "shmem_ctx_quiet" : "shmem_quiet";
    }
    return known.meaning().details().get(0); // the table names the call
  }

  /** How the program gets from one to the other. */
  static String path(Issued issued, State state, Access other) {
    StringBuilder text = new StringBuilder();
    for (DataflowFrame frame = state.scope().frame(); frame != null; frame = callerOf(frame)) {
      Call site = frame.site();
      if (site != null) {
        text.insert(
            0,
            ", in "
                + Places.function(frame.function().name())
                + " called at "
                + Places.text(Places.of(site)));
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

  private static @Nullable DataflowFrame callerOf(DataflowFrame frame) {
    Scope caller = frame.caller();
    return caller == null ? null : caller.frame();
  }
}
