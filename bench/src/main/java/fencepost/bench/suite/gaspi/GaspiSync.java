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
import fencepost.bench.suite.Model;
import fencepost.bench.suite.Scenario;
import fencepost.bench.suite.Statement;
import java.util.ArrayList;
import java.util.List;

/** What completes operations of GASPI, and what orders ranks: used right, and not. */
final class GaspiSync extends Catalogue {
  private record Order(String name, List<Statement> statements) {
    Order(String name, Statement... statements) {
      this(name, List.of(statements));
    }
  }

  /** What orders rank 0 before rank 1. */
  private static final List<Order> ORDERS =
      List.of(
          new Order("barrier", Gaspi.barrier()),
          new Order("groupbarrier", Gaspi.barrier(0, 1)),
          new Order("allreduce", Gaspi.allreduce()),
          new Order("notify", on(0, Gaspi.notify(1, 3)), on(1, Gaspi.awaitNotification(3))),
          new Order(
              "notifyotherqueue", on(0, Gaspi.notify(1, 3, 1)), on(1, Gaspi.awaitNotification(3))),
          new Order(
              "passive",
              on(0, new GaspiSyncs.PassiveSend(MESSAGE.at(0), 1)),
              on(1, new GaspiSyncs.PassiveReceive(MESSAGE.at(1), 0))),
          new Order(
              "counter",
              on(0, Gaspi.one(GaspiCall.ATOMIC_FETCH_ADD, BUF.at(0), 1, COUNTER.at(0))),
              on(1, new GaspiSyncs.AwaitCounter(1, COUNTER.at(0), 1))));

  private static final List<Order> FALSE_ORDERS =
      List.of(
          new Order("none"),
          new Order("notifyback", on(1, Gaspi.notify(0, 3)), on(0, Gaspi.awaitNotification(3))),
          new Order(
              "passiveback",
              on(1, new GaspiSyncs.PassiveSend(MESSAGE.at(0), 0)),
              on(0, new GaspiSyncs.PassiveReceive(MESSAGE.at(1), 1))),
          new Order("notifyself", on(0, Gaspi.notify(0, 3), Gaspi.awaitNotification(3))));

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
    for (GaspiCall call :
        List.of(
            GaspiCall.WRITE,
            GaspiCall.READ,
            GaspiCall.WRITE_LIST,
            GaspiCall.READ_LIST,
            GaspiCall.WRITE_NOTIFY,
            GaspiCall.READ_NOTIFY)) {
      used(call, "wait", false, "The buffer is used after completion.", Gaspi.await(0));
      used(call, "late", true, "The buffer is used before completion.");
      used(call, "wrongqueue", true, "Another queue is waited for.", Gaspi.await(1));
      used(
          call,
          "notify",
          true,
          "A notification that is sent completes nothing.",
          Gaspi.notify(1, 9));
      GaspiRma early = Gaspi.rma(call, BUF, 1, X, 0);
      Statement use = use(call);
      race(
          call.label() + "-waitearly",
          2,
          Pair.local(early, use),
          "The wait comes too early.",
          List.of(on(0, Gaspi.await(0), early, use, Gaspi.await(0))));
      GaspiRma op = Gaspi.rma(call, BUF, 1, X, 0);
      Statement use2 = use(call);
      race(
          call.label() + "-barrier",
          2,
          Pair.local(op, use2),
          "A barrier completes nothing.",
          List.of(on(0, op), Gaspi.barrier(), on(0, use2, Gaspi.await(0))));
    }
  }

  private void used(GaspiCall call, String name, boolean racy, String why, Statement... between) {
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

  private static Statement use(GaspiCall call) {
    return call.isRead() ? load(BUF.at(0)) : store(BUF.at(0));
  }

  // ---- at the target ----

  private void reads(Order order) {
    GaspiRma read = Gaspi.read();
    Statement store = store(X.at(0));
    clean(
        "read-wait-" + order.name,
        2,
        Pair.remote(read, store),
        "What has arrived at the origin has been read at the target.",
        around(on(0, read, Gaspi.await(0)), order, on(1, store)));
    GaspiRma late = Gaspi.read();
    Statement lateStore = store(X.at(0));
    race(
        "read-" + order.name,
        2,
        Pair.remote(late, lateStore),
        "Ranks are synchronised, but the read is not complete.",
        around(on(0, late), order, on(1, lateStore)));
  }

  private void writes(Order order) {
    GaspiRma write = Gaspi.write();
    Statement load = load(X.at(0));
    boolean notified = order.name.equals("notify");
    add(
        "write-" + order.name,
        2,
        Pair.remote(write, load),
        !notified,
        notified
            ? "The notification arrives after the writes of its queue."
            : "The write may still be on its way.",
        around(on(0, write), order, on(1, load)));
    GaspiRma waited = Gaspi.write();
    Statement load2 = load(X.at(0));
    add(
        "write-wait-" + order.name,
        2,
        Pair.remote(waited, load2),
        !notified,
        notified
            ? "The notification arrives after the writes of its queue."
            : "gaspi_wait says nothing about the target.",
        around(on(0, waited, Gaspi.await(0)), order, on(1, load2)));
  }

  private void falseOrder(Order order) {
    GaspiRma read = Gaspi.read();
    Statement store = store(X.at(0));
    race(
        "read-wait-" + order.name,
        2,
        Pair.remote(read, store),
        "The read is complete, but nothing tells the target.",
        around(on(0, read, Gaspi.await(0)), order, on(1, store)));
  }

  private static List<Statement> around(Statement before, Order order, Statement after) {
    List<Statement> body = new ArrayList<>(List.of(before));
    body.addAll(order.statements);
    body.add(after);
    body.add(on(0, Gaspi.await(0)));
    return body;
  }

  // ---- notifications ----

  private void notifications() {
    for (GaspiCall call : List.of(GaspiCall.WRITE_NOTIFY, GaspiCall.WRITE_LIST_NOTIFY)) {
      GaspiRma write = Gaspi.rma(call, BUF, 1, X, 0);
      Statement load = load(X.at(0));
      clean(
          call.label() + "-waitsome",
          2,
          Pair.remote(write, load),
          "The notification arrives after its data.",
          List.of(on(0, write, Gaspi.await(0)), on(1, Gaspi.awaitNotification(5), load)));
      GaspiRma write2 = Gaspi.rma(call, BUF, 1, X, 0);
      Statement load2 = load(X.at(0));
      race(
          call.label() + "-nowaitsome",
          2,
          Pair.remote(write2, load2),
          "The target does not wait for the notification.",
          List.of(on(0, write2, Gaspi.await(0)), on(1, load2, Gaspi.awaitNotification(5))));
      GaspiRma earlier = Gaspi.one(GaspiCall.WRITE, BUF2.at(0), 1, X.at(8));
      Statement look = load(X.at(8));
      race(
          call.label() + "-otherdata",
          2,
          Pair.remote(earlier, look),
          "The notification tells nothing about other writes.",
          List.of(
              on(0, earlier, Gaspi.rma(call, BUF, 1, X, 0), Gaspi.await(0)),
              on(1, Gaspi.awaitNotification(5), look)));
      GaspiRma buffer = Gaspi.rma(call, BUF, 1, X, 0);
      Statement reuse = store(BUF.at(0));
      clean(
          call.label() + "-answer",
          2,
          Pair.local(buffer, reuse),
          "What has arrived at the target has been read at the origin.",
          List.of(
              on(0, buffer, Gaspi.awaitNotification(7), reuse, Gaspi.await(0)),
              on(1, Gaspi.awaitNotification(5), Gaspi.notify(0, 7), Gaspi.await(0))));
    }
    GaspiRma late = Gaspi.write();
    Statement look = load(X.at(0));
    race(
        "write-notify-early",
        2,
        Pair.remote(late, look),
        "The notification comes before the write.",
        List.of(
            on(0, Gaspi.notify(1, 3), late, Gaspi.await(0)),
            on(1, Gaspi.awaitNotification(3), look)));
    GaspiRma other = Gaspi.write();
    Statement look2 = load(X.at(0));
    race(
        "write-notify-otherrank",
        3,
        Pair.remote(other, look2),
        "The notification goes to another rank, which tells the target.",
        List.of(
            on(0, other, Gaspi.notify(2, 3), Gaspi.await(0)),
            on(2, Gaspi.awaitNotification(3), Gaspi.notify(1, 3), Gaspi.await(0)),
            on(1, Gaspi.awaitNotification(3), look2)));
    GaspiRma wrongId = Gaspi.write();
    Statement look3 = load(X.at(0));
    race(
        "write-notify-otherid",
        2,
        Pair.remote(wrongId, look3),
        "The target waits for another notification.",
        List.of(
            on(0, Gaspi.notify(1, 4), wrongId, Gaspi.notify(1, 3), Gaspi.await(0)),
            on(1, Gaspi.awaitNotification(4), look3, Gaspi.awaitNotification(3))));
    GaspiRma two = Gaspi.write();
    Statement look4 = load(X.at(0));
    clean(
        "write-notify-barrier",
        2,
        Pair.remote(two, look4),
        "After the notification was seen, anything orders.",
        List.of(
            on(0, two, Gaspi.notify(1, 3), Gaspi.await(0)),
            on(1, Gaspi.awaitNotification(3)),
            Gaspi.barrier(),
            on(1, look4)));
    GaspiRma first = Gaspi.write();
    GaspiRma second = Gaspi.one(GaspiCall.WRITE, BUF2.at(0), 1, X.at(0));
    race(
        "write-wait-write",
        2,
        Pair.remote(first, second),
        "gaspi_wait does not order writes at the target.",
        List.of(on(0, first, Gaspi.await(0), second, Gaspi.await(0))));
    GaspiRma first2 = Gaspi.write();
    GaspiRma second2 = Gaspi.one(GaspiCall.WRITE, BUF2.at(0), 1, X.at(0));
    clean(
        "write-answer-write",
        2,
        Pair.remote(first2, second2),
        "The target has answered that the first write has arrived.",
        List.of(
            on(0, first2, Gaspi.notify(1, 3), Gaspi.awaitNotification(4), second2, Gaspi.await(0)),
            on(1, Gaspi.awaitNotification(3), Gaspi.notify(0, 4), Gaspi.await(0))));
  }

  private void readNotifications() {
    for (GaspiCall call : List.of(GaspiCall.READ_NOTIFY, GaspiCall.READ_LIST_NOTIFY)) {
      Statement seen = new GaspiSyncs.Await(1, 5, 1, 0);
      GaspiRma read = Gaspi.rma(call, BUF, 1, X, 0);
      Statement load = load(BUF.at(0));
      clean(
          call.label() + "-waitsome",
          2,
          Pair.local(read, load),
          "The notification of the read says that the data is there.",
          List.of(on(0, read, seen, load, Gaspi.await(0))));
      GaspiRma read2 = Gaspi.rma(call, BUF, 1, X, 0);
      Statement load2 = load(BUF.at(0));
      race(
          call.label() + "-nowaitsome",
          2,
          Pair.local(read2, load2),
          "The notification of the read is not waited for.",
          List.of(on(0, read2, load2, seen, Gaspi.await(0))));
      GaspiRma read3 = Gaspi.rma(call, BUF, 1, X, 0);
      Statement store = store(X.at(0));
      clean(
          call.label() + "-waitsome-barrier",
          2,
          Pair.remote(read3, store),
          "The data has been read before the barrier.",
          List.of(on(0, read3, seen), Gaspi.barrier(), on(1, store), on(0, Gaspi.await(0))));
      GaspiRma other = Gaspi.one(GaspiCall.READ, BUF2.at(0), 1, X.at(8));
      Statement look = load(BUF2.at(0));
      race(
          call.label() + "-otherdata",
          2,
          Pair.local(other, look),
          "The notification tells nothing about another read.",
          List.of(on(0, other, Gaspi.rma(call, BUF, 1, X, 0), seen, look, Gaspi.await(0))));
    }
  }
}
