package fencepost.bench.suite.gaspi;

import static fencepost.bench.suite.Statements.load;
import static fencepost.bench.suite.Statements.on;
import static fencepost.bench.suite.Statements.store;
import static fencepost.bench.suite.gaspi.Gaspi.BUF;
import static fencepost.bench.suite.gaspi.Gaspi.BUF2;
import static fencepost.bench.suite.gaspi.Gaspi.COUNTER;
import static fencepost.bench.suite.gaspi.Gaspi.MESSAGE;
import static fencepost.bench.suite.gaspi.Gaspi.X;

import fencepost.bench.suite.Catalogue;
import fencepost.bench.suite.Category;
import fencepost.bench.suite.Scenario;
import fencepost.bench.suite.Statement;
import fencepost.bench.suite.Way;
import fencepost.trace.Model;
import java.util.ArrayList;
import java.util.List;

/** What completes operations of GASPI, and what orders ranks: used right, and not. */
final class GaspiSync extends Catalogue {
  private static final GaspiRma WRITE = Gaspi.write();
  private static final GaspiRma READ = Gaspi.read();
  private static final GaspiRma OTHER = Gaspi.one(GaspiOperation.WRITE, BUF2.at(0), 1, X.at(0));
  private static final Statement LOOK = load(X.at(0));
  private static final Statement CHANGE = store(X.at(0));

  /** What orders rank 0 before rank 1. */
  private static final List<Way> ORDERS =
      List.of(
          new Way("barrier", Gaspi.barrier()),
          new Way("groupbarrier", Gaspi.barrier(0, 1)),
          new Way("allreduce", Gaspi.allreduce()),
          new Way("notify", on(0, Gaspi.notify(1, 3)), on(1, Gaspi.awaitNotification(3))),
          new Way(
              "notifyotherqueue", on(0, Gaspi.notify(1, 3, 1)), on(1, Gaspi.awaitNotification(3))),
          new Way(
              "passive",
              on(0, new GaspiSyncs.PassiveSend(MESSAGE.at(0), 1)),
              on(1, new GaspiSyncs.PassiveReceive(MESSAGE.at(1), 0))),
          new Way(
              "counter",
              on(0, Gaspi.one(GaspiOperation.ATOMIC_FETCH_ADD, BUF.at(0), 1, COUNTER.at(0))),
              on(1, new GaspiSyncs.AwaitCounter(1, COUNTER.at(0), 1))));

  private static final List<Way> FALSE_ORDERS =
      List.of(
          new Way("none"),
          new Way("notifyback", on(1, Gaspi.notify(0, 3)), on(0, Gaspi.awaitNotification(3))),
          new Way(
              "passiveback",
              on(1, new GaspiSyncs.PassiveSend(MESSAGE.at(0), 0)),
              on(0, new GaspiSyncs.PassiveReceive(MESSAGE.at(1), 1))),
          new Way("notifyself", on(0, Gaspi.notify(0, 3), Gaspi.awaitNotification(3))));

  private GaspiSync() {
    super(Model.GASPI, Category.SYNC);
  }

  static List<Scenario> all() {
    GaspiSync sync = new GaspiSync();
    sync.local();
    ORDERS.forEach(sync::reads);
    ORDERS.forEach(sync::writes);
    FALSE_ORDERS.forEach(sync::falseOrder);
    sync.notifications();
    sync.readNotifications();
    return sync.scenarios();
  }

  // ---- at the origin ----

  private void local() {
    for (GaspiOperation call :
        List.of(
            GaspiOperation.WRITE,
            GaspiOperation.READ,
            GaspiOperation.WRITE_LIST,
            GaspiOperation.READ_LIST,
            GaspiOperation.WRITE_NOTIFY,
            GaspiOperation.READ_NOTIFY)) {
      used(call, "wait", false, "The buffer is used after completion.", Gaspi.await(0));
      used(call, "late", true, "The buffer is used before completion.");
      used(call, "wrongqueue", true, "Another queue is waited for.", Gaspi.await(1));
      used(
          call,
          "notify",
          true,
          "A notification that is sent completes nothing.",
          Gaspi.notify(1, 9));
      GaspiRma op = Gaspi.rma(call, BUF, 1, X, 0);
      Statement use = use(call);
      race(
          call.label() + "-waitearly",
          2,
          Pair.local(op, use),
          "The wait comes too early.",
          on(0, Gaspi.await(0), op, use, Gaspi.await(0)));
      race(
          call.label() + "-barrier",
          2,
          Pair.local(op, use),
          "A barrier completes nothing.",
          on(0, op),
          Gaspi.barrier(),
          on(0, use, Gaspi.await(0)));
    }
  }

  private void used(
      GaspiOperation call, String name, boolean racy, String why, Statement... between) {
    GaspiRma op = Gaspi.rma(call, BUF, 1, X, 0);
    Statement use = use(call);
    List<Statement> body = new ArrayList<>(List.of(op));
    body.addAll(List.of(between));
    body.add(use);
    body.add(Gaspi.await(0));
    body.add(Gaspi.await(1));
    add(
        call.label() + "-" + name,
        2,
        Pair.local(op, use),
        racy,
        why,
        List.of(on(0, body.toArray(Statement[]::new))));
  }

  private static Statement use(GaspiOperation call) {
    return call.isRead() ? load(BUF.at(0)) : store(BUF.at(0));
  }

  // ---- at the target ----

  private void reads(Way way) {
    clean(
        "read-wait-" + way.name(),
        2,
        Pair.remote(READ, CHANGE),
        "What has arrived at the origin has been read at the target.",
        around(on(0, READ, Gaspi.await(0)), way, on(1, CHANGE)));
    race(
        "read-" + way.name(),
        2,
        Pair.remote(READ, CHANGE),
        "Ranks are synchronised, but the read is not complete.",
        around(on(0, READ), way, on(1, CHANGE)));
  }

  private void writes(Way way) {
    boolean notified = way.name().equals("notify");
    add(
        "write-" + way.name(),
        2,
        Pair.remote(WRITE, LOOK),
        !notified,
        notified
            ? "The notification arrives after the writes of its queue."
            : "The write may still be on its way.",
        around(on(0, WRITE), way, on(1, LOOK)));
    add(
        "write-wait-" + way.name(),
        2,
        Pair.remote(WRITE, LOOK),
        !notified,
        notified
            ? "The notification arrives after the writes of its queue."
            : "gaspi_wait says nothing about the target.",
        around(on(0, WRITE, Gaspi.await(0)), way, on(1, LOOK)));
  }

  private void falseOrder(Way way) {
    race(
        "read-wait-" + way.name(),
        2,
        Pair.remote(READ, CHANGE),
        "The read is complete, but nothing tells the target.",
        around(on(0, READ, Gaspi.await(0)), way, on(1, CHANGE)));
  }

  private static List<Statement> around(Statement before, Way way, Statement after) {
    return way.between(before, after, on(0, Gaspi.await(0)));
  }

  // ---- notifications ----

  private void notifications() {
    for (GaspiOperation call :
        List.of(GaspiOperation.WRITE_NOTIFY, GaspiOperation.WRITE_LIST_NOTIFY)) {
      GaspiRma write = Gaspi.rma(call, BUF, 1, X, 0);
      clean(
          call.label() + "-waitsome",
          2,
          Pair.remote(write, LOOK),
          "The notification arrives after its data.",
          on(0, write, Gaspi.await(0)),
          on(1, Gaspi.awaitNotification(5), LOOK));
      race(
          call.label() + "-nowaitsome",
          2,
          Pair.remote(write, LOOK),
          "The target does not wait for the notification.",
          on(0, write, Gaspi.await(0)),
          on(1, LOOK, Gaspi.awaitNotification(5)));
      GaspiRma earlier = Gaspi.one(GaspiOperation.WRITE, BUF2.at(0), 1, X.at(8));
      Statement look = load(X.at(8));
      race(
          call.label() + "-otherdata",
          2,
          Pair.remote(earlier, look),
          "The notification tells nothing about other writes.",
          on(0, earlier, write, Gaspi.await(0)),
          on(1, Gaspi.awaitNotification(5), look));
      Statement reuse = store(BUF.at(0));
      clean(
          call.label() + "-answer",
          2,
          Pair.local(write, reuse),
          "What has arrived at the target has been read at the origin.",
          on(0, write, Gaspi.awaitNotification(7), reuse, Gaspi.await(0)),
          on(1, Gaspi.awaitNotification(5), Gaspi.notify(0, 7), Gaspi.await(0)));
    }
    race(
        "write-notify-early",
        2,
        Pair.remote(WRITE, LOOK),
        "The notification comes before the write.",
        on(0, Gaspi.notify(1, 3), WRITE, Gaspi.await(0)),
        on(1, Gaspi.awaitNotification(3), LOOK));
    race(
        "write-notify-otherrank",
        3,
        Pair.remote(WRITE, LOOK),
        "The notification goes to another rank, which tells the target.",
        on(0, WRITE, Gaspi.notify(2, 3), Gaspi.await(0)),
        on(2, Gaspi.awaitNotification(3), Gaspi.notify(1, 3), Gaspi.await(0)),
        on(1, Gaspi.awaitNotification(3), LOOK));
    race(
        "write-notify-otherid",
        2,
        Pair.remote(WRITE, LOOK),
        "The target waits for another notification.",
        on(0, Gaspi.notify(1, 4), WRITE, Gaspi.notify(1, 3), Gaspi.await(0)),
        on(1, Gaspi.awaitNotification(4), LOOK, Gaspi.awaitNotification(3)));
    clean(
        "write-notify-barrier",
        2,
        Pair.remote(WRITE, LOOK),
        "After the notification was seen, anything orders.",
        on(0, WRITE, Gaspi.notify(1, 3), Gaspi.await(0)),
        on(1, Gaspi.awaitNotification(3)),
        Gaspi.barrier(),
        on(1, LOOK));
    race(
        "write-wait-write",
        2,
        Pair.remote(WRITE, OTHER),
        "gaspi_wait does not order writes at the target.",
        on(0, WRITE, Gaspi.await(0), OTHER, Gaspi.await(0)));
    clean(
        "write-answer-write",
        2,
        Pair.remote(WRITE, OTHER),
        "The target has answered that the first write has arrived.",
        on(0, WRITE, Gaspi.notify(1, 3), Gaspi.awaitNotification(4), OTHER, Gaspi.await(0)),
        on(1, Gaspi.awaitNotification(3), Gaspi.notify(0, 4), Gaspi.await(0)));
  }

  private void readNotifications() {
    for (GaspiOperation call :
        List.of(GaspiOperation.READ_NOTIFY, GaspiOperation.READ_LIST_NOTIFY)) {
      Statement seen = new GaspiSyncs.Await(1, 5, 1, 0);
      GaspiRma read = Gaspi.rma(call, BUF, 1, X, 0);
      Statement load = load(BUF.at(0));
      clean(
          call.label() + "-waitsome",
          2,
          Pair.local(read, load),
          "The notification of the read says that the data is there.",
          on(0, read, seen, load, Gaspi.await(0)));
      race(
          call.label() + "-nowaitsome",
          2,
          Pair.local(read, load),
          "The notification of the read is not waited for.",
          on(0, read, load, seen, Gaspi.await(0)));
      clean(
          call.label() + "-waitsome-barrier",
          2,
          Pair.remote(read, CHANGE),
          "The data has been read before the barrier.",
          on(0, read, seen),
          Gaspi.barrier(),
          on(1, CHANGE),
          on(0, Gaspi.await(0)));
      GaspiRma other = Gaspi.one(GaspiOperation.READ, BUF2.at(0), 1, X.at(8));
      Statement look = load(BUF2.at(0));
      race(
          call.label() + "-otherdata",
          2,
          Pair.local(other, look),
          "The notification tells nothing about another read.",
          on(0, other, read, seen, look, Gaspi.await(0)));
    }
  }
}
