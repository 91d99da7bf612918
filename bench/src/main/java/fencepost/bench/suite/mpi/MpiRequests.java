package fencepost.bench.suite.mpi;

import static fencepost.bench.suite.Statements.load;
import static fencepost.bench.suite.Statements.on;
import static fencepost.bench.suite.Statements.store;
import static fencepost.bench.suite.mpi.Mpi.BUF;
import static fencepost.bench.suite.mpi.Mpi.RESULT;
import static fencepost.bench.suite.mpi.Mpi.X;

import fencepost.bench.suite.Catalogue;
import fencepost.bench.suite.Category;
import fencepost.bench.suite.Scenario;
import fencepost.bench.suite.Statement;
import fencepost.bench.suite.mpi.MessageCode.Ending;
import fencepost.trace.Model;
import java.util.List;
import java.util.Locale;

/** What the requests of operations say, and what they do not. */
final class MpiRequests extends Catalogue {
  private static final List<RmaCall> CALLS =
      List.of(RmaCall.RPUT, RmaCall.RGET, RmaCall.RACCUMULATE, RmaCall.RGET_ACCUMULATE);
  private static final Statement DONE = Mpi.await(Mpi.REQUEST);

  private MpiRequests() {
    super(Model.MPI, Category.SYNC);
  }

  static List<Scenario> all() {
    MpiRequests requests = new MpiRequests();
    CALLS.forEach(requests::atOrigin);
    requests.atTarget();
    return requests.scenarios();
  }

  /** Freeing the request of an operation is an error (MPI 4.1, 12.3.5). */
  private void atOrigin(RmaCall call) {
    Rma op = op(call);
    Statement use = useOf(op);
    for (Ending ending : Ending.values()) {
      if (ending != Ending.FREE) {
        clean(
            call.label() + "-" + ending.name().toLowerCase(Locale.ROOT),
            2,
            Pair.local(op, use),
            "The buffer is used when the request is done.",
            on(0, Mpi.lockAll(), op, Mpi.end(Mpi.REQUEST, ending), use, Mpi.unlockAll()));
      }
    }
    race(
        call.label() + "-late",
        2,
        Pair.local(op, use),
        "The buffer is used before the request is done.",
        on(0, Mpi.lockAll(), op, use, DONE, Mpi.unlockAll()));
    clean(
        call.label() + "-flushlocal",
        2,
        Pair.local(op, use),
        "A flush completes operations with a request too.",
        on(0, Mpi.lockAll(), op, Mpi.flushLocal(1), use, DONE, Mpi.unlockAll()));
  }

  private static Rma op(RmaCall call) {
    return Mpi.rma(call, BUF.at(0), RESULT.at(0), 1, X.at(0));
  }

  private static Statement useOf(Rma op) {
    return op.call().isGet()
        ? load(BUF.at(0))
        : op.call().fetches() ? load(RESULT.at(0)) : store(BUF.at(0));
  }

  private void atTarget() {
    barrier(RmaCall.RPUT, load(X.at(0)), true, "The request says nothing about the target.");
    barrier(RmaCall.RGET, store(X.at(0)), false, "What has arrived has been read.");
    barrier(
        RmaCall.RGET_ACCUMULATE,
        store(X.at(0)),
        true,
        "The old value has arrived, but the update is not complete.");
  }

  private void barrier(RmaCall call, Statement access, boolean racy, String why) {
    Rma op = op(call);
    add(
        call.label() + "-wait-barrier",
        2,
        Pair.remote(op, access),
        racy,
        why,
        List.of(
            on(0, Mpi.lockAll(), op, DONE), Mpi.barrier(), on(1, access), on(0, Mpi.unlockAll())));
  }
}
