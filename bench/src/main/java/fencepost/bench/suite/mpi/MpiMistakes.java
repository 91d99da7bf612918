package fencepost.bench.suite.mpi;

import static fencepost.bench.suite.Statements.load;
import static fencepost.bench.suite.Statements.on;
import static fencepost.bench.suite.Statements.store;
import static fencepost.bench.suite.mpi.Mpi.BUF;
import static fencepost.bench.suite.mpi.Mpi.X;

import fencepost.bench.suite.Catalogue;
import fencepost.bench.suite.Category;
import fencepost.bench.suite.Scenario;
import fencepost.bench.suite.Statement;
import fencepost.trace.Model;
import java.util.List;

/** Completions of the wrong target or window, too early, or of the wrong kind. */
final class MpiMistakes extends Catalogue {
  private static final Rma PUT = Mpi.put(BUF.at(0), 1, X.at(0));
  private static final Rma GET = Mpi.get(Mpi.BUF2.at(0), 1, X.at(0));
  private static final Statement USE = store(BUF.at(0));
  private static final Statement LOOK = load(X.at(0));
  private static final String WRONG = "This completes something else.";
  private static final String EARLY = "The flush comes before the operation.";

  private MpiMistakes() {
    super(Model.MPI, Category.SYNC);
  }

  static List<Scenario> all() {
    MpiMistakes mistakes = new MpiMistakes();
    mistakes.wrong("wrongtarget", Mpi.flush(0));
    mistakes.wrong("wrongtargetlocal", Mpi.flushLocal(0));
    mistakes.wrong("winsync", new Epochs.Sync(Mpi.WIN));
    mistakes.otherWindow("wrongwindow", new Epochs.Flush(Mpi.WIN2, 1, false));
    mistakes.otherWindow("wrongwindowall", new Epochs.FlushAll(Mpi.WIN2, false));
    mistakes.early();
    mistakes.sameOrigin();
    return mistakes.scenarios();
  }

  private void wrong(String name, Statement completion) {
    race(
        name,
        2,
        Pair.local(PUT, USE),
        WRONG,
        on(0, Mpi.lockAll(), PUT, completion, USE, Mpi.unlockAll()));
    race(
        name,
        2,
        Pair.remote(PUT, LOOK),
        WRONG,
        on(0, Mpi.lockAll(), PUT, completion),
        Mpi.barrier(),
        on(1, LOOK),
        on(0, Mpi.unlockAll()));
  }

  private void otherWindow(String name, Statement completion) {
    Statement open = new Epochs.LockAll(Mpi.WIN2);
    Statement close = new Epochs.UnlockAll(Mpi.WIN2);
    race(
        name,
        2,
        Pair.local(PUT, USE),
        WRONG,
        on(0, open, Mpi.lockAll(), PUT, completion, USE, close, Mpi.unlockAll()));
    race(
        name,
        2,
        Pair.remote(PUT, LOOK),
        WRONG,
        on(0, open, Mpi.lockAll(), PUT, completion),
        Mpi.barrier(),
        on(1, LOOK),
        on(0, Mpi.unlockAll(), close));
  }

  private void early() {
    race(
        "flush-early",
        2,
        Pair.local(PUT, USE),
        EARLY,
        on(0, Mpi.lockAll(), Mpi.flush(1), PUT, USE, Mpi.unlockAll()));
    race(
        "flush-early",
        2,
        Pair.remote(PUT, LOOK),
        EARLY,
        on(0, Mpi.lockAll(), Mpi.flush(1), PUT),
        Mpi.barrier(),
        on(1, LOOK),
        on(0, Mpi.unlockAll()));
  }

  private void sameOrigin() {
    race(
        "flushlocal-sameorigin",
        2,
        Pair.remote(PUT, GET),
        "Local completion does not order operations at the target.",
        on(0, Mpi.lockAll(), PUT, Mpi.flushLocal(1), GET, Mpi.unlockAll()));
    clean(
        "flush-sameorigin",
        2,
        Pair.remote(PUT, GET),
        "The first is complete before the second.",
        on(0, Mpi.lockAll(), PUT, Mpi.flush(1), GET, Mpi.unlockAll()));
  }
}
