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

/** Fences; and post, start, complete and wait. */
final class MpiActiveTarget extends Catalogue {
  private static final Rma PUT = Mpi.put(BUF.at(0), 1, X.at(0));
  private static final Rma GET = Mpi.get(BUF.at(0), 1, X.at(0));
  private static final Rma OTHER = Mpi.put(BUF.at(0), 1, X.at(0));
  private static final Statement LOOK = load(X.at(0));
  private static final Statement CHANGE = store(X.at(0));
  private static final Pair SEEN = Pair.remote(PUT, LOOK);
  private static final Pair CHANGED = Pair.remote(PUT, CHANGE);
  private static final Pair TWO_ORIGINS = Pair.remote(PUT, OTHER);
  private static final Statement FENCE = Mpi.fence();
  private static final Statement ORIGIN = on(0, Mpi.start(1), PUT, Mpi.complete(1));

  private MpiActiveTarget() {
    super(Model.MPI, Category.SYNC);
  }

  static List<Scenario> all() {
    MpiActiveTarget active = new MpiActiveTarget();
    active.buffer("-put", PUT, store(BUF.at(0)));
    active.buffer("-get", GET, load(BUF.at(0)));
    active.fences();
    active.fencesThatAreNone();
    active.exposure("pscw", Mpi.waitFor(0));
    active.exposure("pscwtest", Mpi.testFor(0));
    active.otherExposures();
    active.manyOrigins();
    return active.scenarios();
  }

  private void buffer(String name, Rma op, Statement use) {
    Pair pair = Pair.local(op, use);
    Statement target = on(1, Mpi.post(0), Mpi.waitFor(0));
    String right = "The buffer is used after the epoch.";
    String wrong = "The buffer is used before the epoch ends.";
    clean("fence" + name, 2, pair, right, FENCE, on(0, op), FENCE, on(0, use));
    race("fence" + name + "-late", 2, pair, wrong, FENCE, on(0, op, use), FENCE);
    clean("pscw" + name, 2, pair, right, on(0, Mpi.start(1), op, Mpi.complete(1), use), target);
    race(
        "pscw" + name + "-late",
        2,
        pair,
        wrong,
        on(0, Mpi.start(1), op, use, Mpi.complete(1)),
        target);
  }

  // ---- fences ----

  private void fences() {
    clean(
        "fence",
        2,
        SEEN,
        "The fence completes and synchronises.",
        FENCE,
        on(0, PUT),
        FENCE,
        on(1, LOOK));
    race(
        "fence-missing",
        2,
        SEEN,
        "The target looks before the fence.",
        FENCE,
        on(0, PUT),
        on(1, LOOK),
        FENCE);
    clean(
        "fence-before",
        2,
        CHANGED,
        "The fence opens the epoch after the store.",
        on(1, CHANGE),
        FENCE,
        on(0, PUT),
        FENCE);
    race(
        "fence-3procs",
        3,
        TWO_ORIGINS,
        "Two origins in the same epoch.",
        FENCE,
        on(0, PUT),
        on(2, OTHER),
        FENCE);
    clean(
        "fence-3procs",
        3,
        TWO_ORIGINS,
        "Two origins in epochs of their own.",
        FENCE,
        on(0, PUT),
        FENCE,
        on(2, OTHER),
        FENCE);
  }

  private void fencesThatAreNone() {
    race(
        "fence-barrier",
        2,
        SEEN,
        "A barrier completes nothing.",
        FENCE,
        on(0, PUT),
        Mpi.barrier(),
        on(1, LOOK),
        FENCE);
    race(
        "fence-wrongwindow",
        2,
        SEEN,
        "The fence is one of another window.",
        FENCE,
        on(0, PUT),
        new Epochs.Fence(Mpi.WIN2, false),
        on(1, LOOK),
        FENCE);
    clean(
        "fence-noprecede-grant",
        2,
        CHANGED,
        "Even without a barrier, the target's memory is accessed only after its fence.",
        on(1, CHANGE),
        Mpi.fenceNoPrecede(),
        on(0, PUT),
        FENCE);
    race(
        "fence-noprecede",
        2,
        SEEN,
        "A fence that asserts that nothing precedes it completes nothing.",
        FENCE,
        on(0, PUT),
        Mpi.fenceNoPrecede(),
        on(1, LOOK),
        FENCE);
  }

  // ---- post, start, complete, wait ----

  private void exposure(String name, Statement wait) {
    clean(
        name,
        2,
        SEEN,
        "The target looks after the exposure epoch.",
        ORIGIN,
        on(1, Mpi.post(0), wait, LOOK));
    race(
        name + "-late",
        2,
        SEEN,
        "The target looks in the exposure epoch.",
        ORIGIN,
        on(1, Mpi.post(0), LOOK, wait));
  }

  private void otherExposures() {
    clean(
        "pscw-beforepost",
        2,
        CHANGED,
        "The target stores before it exposes.",
        ORIGIN,
        on(1, CHANGE, Mpi.post(0), Mpi.waitFor(0)));
    race(
        "pscw-barrier",
        2,
        SEEN,
        "Complete completes at the origin only, and a barrier changes nothing.",
        ORIGIN,
        on(1, Mpi.post(0)),
        Mpi.barrier(),
        on(1, LOOK, Mpi.waitFor(0)));
    race(
        "pscw-otherorigin",
        3,
        SEEN,
        "The target waited for one of the origins only.",
        ORIGIN,
        on(2, Mpi.start(1), Mpi.put(BUF.at(0), 1, X.at(4)), Mpi.complete(1)),
        on(1, Mpi.post(2), Mpi.waitFor(2), Mpi.post(0), LOOK, Mpi.waitFor(0)));
  }

  private void manyOrigins() {
    Statement second = on(2, Mpi.start(1), OTHER, Mpi.complete(1));
    race(
        "pscw-3procs",
        3,
        TWO_ORIGINS,
        "Two origins in one exposure epoch.",
        ORIGIN,
        second,
        on(1, Mpi.post(0, 2), Mpi.waitFor(0, 2)));
    clean(
        "pscw-3procs",
        3,
        TWO_ORIGINS,
        "Two origins in two exposure epochs.",
        ORIGIN,
        second,
        on(1, Mpi.post(0), Mpi.waitFor(0), Mpi.post(2), Mpi.waitFor(2)));
  }
}
