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
import fencepost.bench.suite.Statements;
import fencepost.trace.Model;
import java.util.List;

/** What completes operations at the origin and at the target: used right, and too late. */
final class MpiCompletion extends Catalogue {
  /**
   * A way for an origin to complete its operations on rank 1.
   *
   * @param close ends the epoch if the completion does not
   * @param remote whether it also completes them at the target
   */
  private record Completion(
      String name, Statement open, Statement complete, Statement close, boolean remote) {}

  private static final Statement NOTHING = Statements.sequence();

  private static final List<Completion> COMPLETIONS =
      List.of(
          new Completion("lock-unlock", Mpi.lockShared(1), Mpi.unlock(1), NOTHING, true),
          new Completion(
              "lockexclusive-unlock", Mpi.lockExclusive(1), Mpi.unlock(1), NOTHING, true),
          new Completion("lock-flush", Mpi.lockShared(1), Mpi.flush(1), Mpi.unlock(1), true),
          new Completion(
              "lock-flushlocal", Mpi.lockShared(1), Mpi.flushLocal(1), Mpi.unlock(1), false),
          new Completion("lockall-unlockall", Mpi.lockAll(), Mpi.unlockAll(), NOTHING, true),
          new Completion("lockall-flush", Mpi.lockAll(), Mpi.flush(1), Mpi.unlockAll(), true),
          new Completion("lockall-flushall", Mpi.lockAll(), Mpi.flushAll(), Mpi.unlockAll(), true),
          new Completion(
              "lockall-flushlocal", Mpi.lockAll(), Mpi.flushLocal(1), Mpi.unlockAll(), false),
          new Completion(
              "lockall-flushlocalall", Mpi.lockAll(), Mpi.flushLocalAll(), Mpi.unlockAll(), false));

  private static final Rma PUT = Mpi.put(BUF.at(0), 1, X.at(0));
  private static final Rma GET = Mpi.get(BUF.at(0), 1, X.at(0));
  private static final Statement LOOK = load(X.at(0));
  private static final Statement CHANGE = store(X.at(0));

  private MpiCompletion() {
    super(Model.MPI, Category.SYNC);
  }

  static List<Scenario> all() {
    MpiCompletion completion = new MpiCompletion();
    for (Completion with : COMPLETIONS) {
      completion.atOrigin(with, "-put", PUT, store(BUF.at(0)));
      completion.atOrigin(with, "-get", GET, load(BUF.at(0)));
      completion.atTarget(with);
    }
    return completion.scenarios();
  }

  private void atOrigin(Completion with, String end, Rma op, Statement use) {
    clean(
        with.name + end,
        2,
        Pair.local(op, use),
        "The buffer is used after the operation was completed.",
        on(0, with.open, op, with.complete, use, with.close));
    race(
        with.name + end + "-late",
        2,
        Pair.local(op, use),
        "The buffer is used before the operation is completed.",
        on(0, with.open, op, use, with.complete, with.close));
  }

  private void atTarget(Completion with) {
    add(
        with.name + "-barrier",
        2,
        Pair.remote(PUT, LOOK),
        !with.remote,
        with.remote
            ? "The target looks after completion and a barrier."
            : "Local completion says nothing about the target.",
        List.of(
            on(0, with.open, PUT, with.complete), Mpi.barrier(), on(1, LOOK), on(0, with.close)));
    race(
        with.name + "-afterbarrier",
        2,
        Pair.remote(PUT, LOOK),
        "The operation is completed only after the barrier.",
        on(0, with.open, PUT),
        Mpi.barrier(),
        on(0, with.complete, with.close),
        on(1, LOOK));
    clean(
        with.name + "-barrier-get",
        2,
        Pair.remote(GET, CHANGE),
        "What has arrived at the origin has been read at the target.",
        on(0, with.open, GET, with.complete),
        Mpi.barrier(),
        on(1, CHANGE),
        on(0, with.close));
  }
}
