package fencepost.bench.suite.gaspi;

import static fencepost.bench.suite.Statements.load;
import static fencepost.bench.suite.Statements.on;
import static fencepost.bench.suite.Statements.store;
import static fencepost.bench.suite.gaspi.Gaspi.BUF;
import static fencepost.bench.suite.gaspi.Gaspi.BUF2;
import static fencepost.bench.suite.gaspi.Gaspi.X;

import fencepost.bench.suite.Catalogue;
import fencepost.bench.suite.Category;
import fencepost.bench.suite.Scenario;
import fencepost.bench.suite.Statement;
import fencepost.trace.Model;
import java.util.List;

/** Every cell of the conflict table with every call of GASPI. */
final class GaspiConflicts extends Catalogue {
  private GaspiConflicts() {
    super(Model.GASPI, Category.CONFLICT);
  }

  static List<Scenario> all() {
    GaspiConflicts conflicts = new GaspiConflicts();
    GaspiOperation[] calls = GaspiOperation.values();
    for (int i = 0; i < calls.length; i++) {
      conflicts.withTarget(calls[i]);
      conflicts.buffer(calls[i]);
      for (int j = i; j < calls.length; j++) {
        conflicts.twoOrigins(calls[i], calls[j]);
        conflicts.sameOrigin(calls[i], calls[j]);
        if (!calls[i].isAtomic() && !calls[j].isAtomic()) {
          conflicts.sameBuffer(calls[i], calls[j]);
        }
      }
    }
    return conflicts.scenarios();
  }

  private void withTarget(GaspiOperation call) {
    for (boolean stores : new boolean[] {false, true}) {
      GaspiRma op = Gaspi.rma(call, BUF, 1, X, 0);
      Statement other = stores ? store(X.at(0)) : load(X.at(0));
      add(
          call.label() + (stores ? "-store" : "-load"),
          2,
          Pair.remote(op, other),
          stores || !call.isRead(),
          "An access of the target to its memory at the same time as a remote one.",
          List.of(on(0, op), on(1, other), on(0, Gaspi.await(0))));
    }
  }

  private void twoOrigins(GaspiOperation a, GaspiOperation b) {
    GaspiRma one = Gaspi.rma(a, BUF, 1, X, 0);
    GaspiRma two = Gaspi.rma(b, BUF, 1, X, 0).notifying(6);
    add(
        a.label() + "-" + b.label(),
        3,
        Pair.remote(one, two),
        conflict(a, b),
        "Two origins access the same memory of a target at the same time.",
        List.of(on(0, one, Gaspi.await(0)), on(2, two, Gaspi.await(0))));
  }

  private void sameOrigin(GaspiOperation a, GaspiOperation b) {
    GaspiRma one = Gaspi.rma(a, BUF, 1, X, 0);
    GaspiRma two = Gaspi.rma(b, BUF2, 1, X, 0).notifying(6);
    boolean over = a.isAtomic();
    add(
        a.label() + "-" + b.label() + "-sameorigin",
        2,
        Pair.remote(one, two),
        conflict(a, b) && !over,
        over
            ? "The first access is over when the call returns."
            : "Requests of one queue may overtake each other.",
        List.of(on(0, one, two, Gaspi.await(0))));
  }

  private void buffer(GaspiOperation call) {
    if (call.isAtomic()) {
      return;
    }
    for (boolean stores : new boolean[] {false, true}) {
      GaspiRma op = Gaspi.rma(call, BUF, 1, X, 0);
      Statement other = stores ? store(BUF.at(0)) : load(BUF.at(0));
      add(
          call.label() + (stores ? "-store" : "-load"),
          2,
          Pair.local(op, other),
          stores || call.isRead(),
          "The origin uses a buffer of an operation that is not complete.",
          List.of(on(0, op, other, Gaspi.await(0))));
    }
  }

  private void sameBuffer(GaspiOperation a, GaspiOperation b) {
    GaspiRma one = Gaspi.rma(a, BUF, 1, X, 0);
    GaspiRma two = Gaspi.rma(b, BUF, 1, X, 4).notifying(6);
    add(
        a.label() + "-" + b.label(),
        2,
        Pair.local(one, two),
        a.isRead() || b.isRead(),
        "Two operations of one origin use the same buffer.",
        List.of(on(0, one, two, Gaspi.await(0))));
  }

  /** Reads do not disturb reads, and atomics are atomic. */
  private static boolean conflict(GaspiOperation a, GaspiOperation b) {
    return !(a.isRead() && b.isRead()) && !(a.isAtomic() && b.isAtomic());
  }
}
