package fencepost.bench.suite.mpi;

import static fencepost.bench.suite.Statements.load;
import static fencepost.bench.suite.Statements.on;
import static fencepost.bench.suite.Statements.store;
import static fencepost.bench.suite.mpi.Mpi.BUF;
import static fencepost.bench.suite.mpi.Mpi.RESULT;
import static fencepost.bench.suite.mpi.Mpi.X;

import fencepost.bench.suite.Catalogue;
import fencepost.bench.suite.Category;
import fencepost.bench.suite.Model;
import fencepost.bench.suite.Scenario;
import fencepost.bench.suite.Statement;
import fencepost.bench.suite.mpi.Messages.Ending;
import java.util.ArrayList;
import java.util.List;

/** What completes operations of MPI, and what orders processes: used right, and not. */
final class MpiSync extends Catalogue {
  /**
   * A way for an origin to complete its operations on rank 1.
   *
   * @param close ends the epoch if the completion does not
   * @param remote whether it also completes them at the target
   */
  private record Completion(
      String name, Statement open, Statement complete, List<Statement> close, boolean remote) {}

  private static final List<Completion> COMPLETIONS =
      List.of(
          new Completion("lock-unlock", Mpi.lockShared(1), Mpi.unlock(1), List.of(), true),
          new Completion(
              "lockexclusive-unlock", Mpi.lockExclusive(1), Mpi.unlock(1), List.of(), true),
          new Completion(
              "lock-flush", Mpi.lockShared(1), Mpi.flush(1), List.of(Mpi.unlock(1)), true),
          new Completion(
              "lock-flushlocal",
              Mpi.lockShared(1),
              Mpi.flushLocal(1),
              List.of(Mpi.unlock(1)),
              false),
          new Completion("lockall-unlockall", Mpi.lockAll(), Mpi.unlockAll(), List.of(), true),
          new Completion(
              "lockall-flush", Mpi.lockAll(), Mpi.flush(1), List.of(Mpi.unlockAll()), true),
          new Completion(
              "lockall-flushall", Mpi.lockAll(), Mpi.flushAll(), List.of(Mpi.unlockAll()), true),
          new Completion(
              "lockall-flushlocal",
              Mpi.lockAll(),
              Mpi.flushLocal(1),
              List.of(Mpi.unlockAll()),
              false),
          new Completion(
              "lockall-flushlocalall",
              Mpi.lockAll(),
              Mpi.flushLocalAll(),
              List.of(Mpi.unlockAll()),
              false));

  /** A way to order what rank 0 did before what rank 1 does next. */
  private record Order(String name, List<Statement> statements) {
    Order(String name, Statement... statements) {
      this(name, List.of(statements));
    }
  }

  private static final List<Order> ORDERS =
      List.of(
          new Order("barrier", Mpi.barrier()),
          new Order("allreduce", Mpi.collective(Collective.Shape.ALLREDUCE, 0)),
          new Order("allgather", Mpi.collective(Collective.Shape.ALLGATHER, 0)),
          new Order("alltoall", Mpi.collective(Collective.Shape.ALLTOALL, 0)),
          new Order("reducescatter", Mpi.collective(Collective.Shape.REDUCE_SCATTER_BLOCK, 0)),
          new Order("bcast", Mpi.collective(Collective.Shape.BCAST, 0)),
          new Order("scatter", Mpi.collective(Collective.Shape.SCATTER, 0)),
          new Order("reduce", Mpi.collective(Collective.Shape.REDUCE, 1)),
          new Order("gather", Mpi.collective(Collective.Shape.GATHER, 1)),
          new Order("scan", Mpi.collective(Collective.Shape.SCAN, 0)),
          new Order("exscan", Mpi.collective(Collective.Shape.EXSCAN, 0)),
          new Order(
              "ibarrier",
              Mpi.begin(Collective.Shape.BARRIER, 0, Mpi.REQUEST2),
              Mpi.await(Mpi.REQUEST2)),
          new Order(
              "ibcast",
              Mpi.begin(Collective.Shape.BCAST, 0, Mpi.REQUEST2),
              Mpi.end(Mpi.REQUEST2, Ending.TEST)),
          new Order("sendrecv", on(0, Mpi.send(1)), on(1, Mpi.receive(0))),
          new Order("ssendrecv", on(0, Mpi.synchronousSend(1)), on(1, Mpi.receive(0))),
          new Order("ssendback", on(0, Mpi.receive(1)), on(1, Mpi.synchronousSend(0))),
          new Order("sendprobe", on(0, Mpi.send(1)), on(1, Mpi.probeAndReceive(0))),
          new Order(
              "isendirecv",
              on(0, Mpi.isend(Mpi.token(), 1, Mpi.REQUEST2), Mpi.await(Mpi.REQUEST2)),
              on(1, Mpi.irecv(Mpi.token2(), 0, Mpi.REQUEST2), Mpi.await(Mpi.REQUEST2))),
          new Order(
              "isendirecvtest",
              on(0, Mpi.isend(Mpi.token(), 1, Mpi.REQUEST2), Mpi.await(Mpi.REQUEST2)),
              on(1, Mpi.irecv(Mpi.token2(), 0, Mpi.REQUEST2), Mpi.end(Mpi.REQUEST2, Ending.TEST))),
          new Order(
              "isendirecvwaitall",
              on(0, Mpi.isend(Mpi.token(), 1, Mpi.REQUEST2), Mpi.end(Mpi.REQUEST2, Ending.WAITALL)),
              on(
                  1,
                  Mpi.irecv(Mpi.token2(), 0, Mpi.REQUEST2),
                  Mpi.end(Mpi.REQUEST2, Ending.WAITALL))));

  /** Calls that look as if they ordered rank 0 before rank 1. */
  private static final List<Order> FALSE_ORDERS =
      List.of(
          new Order("none"),
          new Order("bcastwrongroot", Mpi.collective(Collective.Shape.BCAST, 1)),
          new Order("scatterwrongroot", Mpi.collective(Collective.Shape.SCATTER, 1)),
          new Order("reducewrongroot", Mpi.collective(Collective.Shape.REDUCE, 0)),
          new Order("gatherwrongroot", Mpi.collective(Collective.Shape.GATHER, 0)),
          new Order("sendback", on(1, Mpi.send(0)), on(0, Mpi.receive(1))),
          new Order("barrierself", selfBarrier()),
          new Order(
              "winsync",
              new Epochs.LockAll(Mpi.WIN2),
              new Epochs.Sync(Mpi.WIN2),
              new Epochs.UnlockAll(Mpi.WIN2)));

  private MpiSync() {
    super(Model.MPI, Category.SYNC);
  }

  static List<Scenario> all() {
    MpiSync sync = new MpiSync();
    COMPLETIONS.forEach(sync::localCompletion);
    sync.requests();
    sync.activeTargetAtOrigin();
    COMPLETIONS.forEach(sync::remoteCompletion);
    ORDERS.forEach(sync::order);
    FALSE_ORDERS.forEach(sync::falseOrder);
    sync.fences();
    sync.generalActiveTarget();
    sync.wrongArguments();
    sync.locks();
    return sync.scenarios();
  }

  // ---- at the origin ----

  private void localCompletion(Completion with) {
    for (boolean gets : new boolean[] {false, true}) {
      String name = with.name + (gets ? "-get" : "-put");
      Rma op = op(gets);
      Statement use = use(gets);
      clean(
          name,
          2,
          Pair.local(op, use),
          "The buffer is used after the operation was completed.",
          List.of(on(0, sequence(with.open, op, with.complete, use, with.close))));
      Rma late = op(gets);
      Statement early = use(gets);
      race(
          name + "-late",
          2,
          Pair.local(late, early),
          "The buffer is used before the operation is completed.",
          List.of(on(0, sequence(with.open, late, early, with.complete, with.close))));
    }
  }

  private static Rma op(boolean gets) {
    return gets ? Mpi.get(BUF.at(0), 1, X.at(0)) : Mpi.put(BUF.at(0), 1, X.at(0));
  }

  private static Statement use(boolean loads) {
    return loads ? load(BUF.at(0)) : store(BUF.at(0));
  }

  private void requests() {
    List<RmaCall> calls =
        List.of(RmaCall.RPUT, RmaCall.RGET, RmaCall.RACCUMULATE, RmaCall.RGET_ACCUMULATE);
    List<String> names = List.of("rput", "rget", "racc", "rgacc");
    for (int i = 0; i < calls.size(); i++) {
      for (Ending ending : Ending.values()) {
        request(
            names.get(i) + "-" + ending.name().toLowerCase(java.util.Locale.ROOT),
            calls.get(i),
            ending);
      }
      Rma op = Mpi.rma(calls.get(i), BUF.at(0), RESULT.at(0), 1, X.at(0));
      Statement use = useOf(op);
      race(
          names.get(i) + "-late",
          2,
          Pair.local(op, use),
          "The buffer is used before the request is done.",
          List.of(on(0, Mpi.lockAll(), op, use, Mpi.await(Mpi.REQUEST), Mpi.unlockAll())));
    }
  }

  private void request(String name, RmaCall call, Ending ending) {
    Rma op = Mpi.rma(call, BUF.at(0), RESULT.at(0), 1, X.at(0));
    Statement use = useOf(op);
    add(
        name,
        2,
        Pair.local(op, use),
        ending == Ending.FREE,
        ending == Ending.FREE
            ? "Freeing a request completes nothing."
            : "The buffer is used when the request is done.",
        List.of(on(0, Mpi.lockAll(), op, Mpi.end(Mpi.REQUEST, ending), use, Mpi.unlockAll())));
  }

  private static Statement useOf(Rma op) {
    return op.call().isGet()
        ? load(BUF.at(0))
        : op.call().fetches() ? load(RESULT.at(0)) : store(BUF.at(0));
  }

  private void activeTargetAtOrigin() {
    for (boolean gets : new boolean[] {false, true}) {
      for (boolean right : new boolean[] {true, false}) {
        String name = (gets ? "-get" : "-put") + (right ? "" : "-late");
        String why =
            right
                ? "The buffer is used after the epoch."
                : "The buffer is used before the epoch ends.";
        Rma op = op(gets);
        Statement use = use(gets);
        List<Statement> body =
            right
                ? List.of(Mpi.fence(), on(0, op), Mpi.fence(), on(0, use))
                : List.of(Mpi.fence(), on(0, op, use), Mpi.fence());
        add("fence" + name, 2, Pair.local(op, use), !right, why, body);
        Rma other = op(gets);
        Statement otherUse = use(gets);
        Statement origin =
            right
                ? on(0, Mpi.start(1), other, Mpi.complete(1), otherUse)
                : on(0, Mpi.start(1), other, otherUse, Mpi.complete(1));
        add(
            "pscw" + name,
            2,
            Pair.local(other, otherUse),
            !right,
            why,
            List.of(origin, on(1, Mpi.post(0), Mpi.waitFor(0))));
      }
    }
  }

  // ---- at the target ----

  private void remoteCompletion(Completion with) {
    Rma put = op(false);
    Statement load = load(X.at(0));
    add(
        with.name + "-barrier",
        2,
        Pair.remote(put, load),
        !with.remote,
        with.remote
            ? "The target looks after completion and a barrier."
            : "Local completion says nothing about the target.",
        List.of(
            on(0, with.open, put, with.complete),
            Mpi.barrier(),
            on(1, load),
            on(0, sequence(with.close))));
    Rma late = op(false);
    Statement lateLoad = load(X.at(0));
    race(
        with.name + "-afterbarrier",
        2,
        Pair.remote(late, lateLoad),
        "The operation is completed only after the barrier.",
        List.of(
            on(0, with.open, late),
            Mpi.barrier(),
            on(0, sequence(with.complete, with.close)),
            on(1, lateLoad)));
    Rma get = op(true);
    Statement store = store(X.at(0));
    clean(
        with.name + "-barrier-get",
        2,
        Pair.remote(get, store),
        "What has arrived at the origin has been read at the target.",
        List.of(
            on(0, with.open, get, with.complete),
            Mpi.barrier(),
            on(1, store),
            on(0, sequence(with.close))));
  }

  private void order(Order order) {
    Rma put = op(false);
    Statement load = load(X.at(0));
    clean(
        "flush-" + order.name,
        2,
        Pair.remote(put, load),
        "The target looks after completion and synchronisation.",
        around(List.of(on(0, put, Mpi.flush(1))), order, List.of(on(1, load))));
    Rma late = op(false);
    Statement lateLoad = load(X.at(0));
    race(
        "noflush-" + order.name,
        2,
        Pair.remote(late, lateLoad),
        "Processes are synchronised, but the operation is not complete.",
        around(List.of(on(0, late)), order, List.of(on(1, lateLoad))));
  }

  private void falseOrder(Order order) {
    Rma put = op(false);
    Statement load = load(X.at(0));
    race(
        "flush-" + order.name,
        2,
        Pair.remote(put, load),
        "The operation is complete, but nothing tells the target.",
        around(List.of(on(0, put, Mpi.flush(1))), order, List.of(on(1, load))));
  }

  private static List<Statement> around(
      List<Statement> before, Order order, List<Statement> after) {
    List<Statement> body = new ArrayList<>(List.of(Mpi.lockAll()));
    body.addAll(before);
    body.addAll(order.statements);
    body.addAll(after);
    body.add(Mpi.unlockAll());
    return body;
  }

  private static Statement selfBarrier() {
    return new Collective(
        Collective.Shape.BARRIER,
        0,
        Mpi.token(),
        Mpi.token2(),
        new Communicator("self", List.of(0)),
        null);
  }

  // ---- fences ----

  private void fences() {
    Rma put = op(false);
    Statement load = load(X.at(0));
    clean(
        "fence",
        2,
        Pair.remote(put, load),
        "The fence completes and synchronises.",
        List.of(Mpi.fence(), on(0, put), Mpi.fence(), on(1, load)));
    Rma put2 = op(false);
    Statement load2 = load(X.at(0));
    race(
        "fence-missing",
        2,
        Pair.remote(put2, load2),
        "The target looks before the fence.",
        List.of(Mpi.fence(), on(0, put2), on(1, load2), Mpi.fence()));
    Rma put3 = op(false);
    Statement store3 = store(X.at(0));
    clean(
        "fence-before",
        2,
        Pair.remote(put3, store3),
        "The fence opens the epoch after the store.",
        List.of(on(1, store3), Mpi.fence(), on(0, put3), Mpi.fence()));
    Rma put4 = op(false);
    Statement load4 = load(X.at(0));
    race(
        "fence-barrier",
        2,
        Pair.remote(put4, load4),
        "A barrier completes nothing.",
        List.of(Mpi.fence(), on(0, put4), Mpi.barrier(), on(1, load4), Mpi.fence()));
    Rma put5 = op(false);
    Statement load5 = load(X.at(0));
    race(
        "fence-wrongwindow",
        2,
        Pair.remote(put5, load5),
        "The fence is one of another window.",
        List.of(
            Mpi.fence(),
            on(0, put5),
            new Epochs.Fence(Mpi.WIN2, false),
            on(1, load5),
            Mpi.fence()));
    Rma put6 = op(false);
    Statement store6 = store(X.at(0));
    clean(
        "fence-noprecede-grant",
        2,
        Pair.remote(put6, store6),
        "Even without a barrier, the target's memory is accessed only after its fence.",
        List.of(on(1, store6), Mpi.fenceNoPrecede(), on(0, put6), Mpi.fence()));
    Rma put7 = op(false);
    Statement load7 = load(X.at(0));
    race(
        "fence-noprecede",
        2,
        Pair.remote(put7, load7),
        "A fence that asserts that nothing precedes it completes nothing.",
        List.of(Mpi.fence(), on(0, put7), Mpi.fenceNoPrecede(), on(1, load7), Mpi.fence()));
    Rma put8 = op(false);
    Rma other8 = op(false);
    race(
        "fence-3procs",
        3,
        Pair.remote(put8, other8),
        "Two origins in the same epoch.",
        List.of(Mpi.fence(), on(0, put8), on(2, other8), Mpi.fence()));
    Rma put9 = op(false);
    Rma other9 = op(false);
    clean(
        "fence-3procs",
        3,
        Pair.remote(put9, other9),
        "Two origins in epochs of their own.",
        List.of(Mpi.fence(), on(0, put9), Mpi.fence(), on(2, other9), Mpi.fence()));
  }

  // ---- post, start, complete, wait ----

  private void generalActiveTarget() {
    for (boolean test : new boolean[] {false, true}) {
      Statement wait = test ? Mpi.testFor(0) : Mpi.waitFor(0);
      String name = test ? "pscwtest" : "pscw";
      Rma put = op(false);
      Statement load = load(X.at(0));
      clean(
          name,
          2,
          Pair.remote(put, load),
          "The target looks after the exposure epoch.",
          List.of(on(0, Mpi.start(1), put, Mpi.complete(1)), on(1, Mpi.post(0), wait, load)));
      Rma put2 = op(false);
      Statement load2 = load(X.at(0));
      race(
          name + "-late",
          2,
          Pair.remote(put2, load2),
          "The target looks in the exposure epoch.",
          List.of(on(0, Mpi.start(1), put2, Mpi.complete(1)), on(1, Mpi.post(0), load2, wait)));
    }
    Rma put3 = op(false);
    Statement store3 = store(X.at(0));
    clean(
        "pscw-beforepost",
        2,
        Pair.remote(put3, store3),
        "The target stores before it exposes.",
        List.of(
            on(0, Mpi.start(1), put3, Mpi.complete(1)),
            on(1, store3, Mpi.post(0), Mpi.waitFor(0))));
    Rma put4 = op(false);
    Statement load4 = load(X.at(0));
    race(
        "pscw-barrier",
        2,
        Pair.remote(put4, load4),
        "Complete completes at the origin only, and a barrier changes nothing.",
        List.of(
            on(0, Mpi.start(1), put4, Mpi.complete(1)),
            on(1, Mpi.post(0)),
            Mpi.barrier(),
            on(1, load4, Mpi.waitFor(0))));
    Rma put5 = op(false);
    Rma other5 = op(false);
    race(
        "pscw-3procs",
        3,
        Pair.remote(put5, other5),
        "Two origins in one exposure epoch.",
        List.of(
            on(0, Mpi.start(1), put5, Mpi.complete(1)),
            on(2, Mpi.start(1), other5, Mpi.complete(1)),
            on(1, Mpi.post(0, 2), Mpi.waitFor(0, 2))));
    Rma put6 = op(false);
    Rma other6 = op(false);
    clean(
        "pscw-3procs",
        3,
        Pair.remote(put6, other6),
        "Two origins in two exposure epochs.",
        List.of(
            on(0, Mpi.start(1), put6, Mpi.complete(1)),
            on(2, Mpi.start(1), other6, Mpi.complete(1)),
            on(1, Mpi.post(0), Mpi.waitFor(0), Mpi.post(2), Mpi.waitFor(2))));
    Rma put7 = op(false);
    Statement load7 = load(X.at(0));
    race(
        "pscw-otherorigin",
        3,
        Pair.remote(put7, load7),
        "The target waited for one of the origins only.",
        List.of(
            on(0, Mpi.start(1), put7, Mpi.complete(1)),
            on(2, Mpi.start(1), Mpi.put(BUF.at(0), 1, X.at(4)), Mpi.complete(1)),
            on(1, Mpi.post(2), Mpi.waitFor(2), Mpi.post(0), load7, Mpi.waitFor(0))));
  }

  // ---- the wrong target, the wrong window, the wrong time ----

  private void wrongArguments() {
    Statement[][] wrong = {
      {Mpi.flush(0)},
      {Mpi.flushLocal(0)},
      {new Epochs.Flush(Mpi.WIN2, 1, false)},
      {new Epochs.FlushAll(Mpi.WIN2, false)},
      {new Epochs.Sync(Mpi.WIN)},
    };
    List<String> names =
        List.of("wrongtarget", "wrongtargetlocal", "wrongwindow", "wrongwindowall", "winsync");
    for (int i = 0; i < wrong.length; i++) {
      boolean second = i == 2 || i == 3;
      Statement open = second ? new Epochs.LockAll(Mpi.WIN2) : Mpi.lockAll();
      Statement close = second ? new Epochs.UnlockAll(Mpi.WIN2) : Mpi.unlockAll();
      Rma op = op(false);
      Statement use = store(BUF.at(0));
      List<Statement> here = new ArrayList<>(List.of(Mpi.lockAll(), op, wrong[i][0], use));
      Rma put = op(false);
      Statement load = load(X.at(0));
      List<Statement> there = new ArrayList<>(List.of(Mpi.lockAll(), put, wrong[i][0]));
      List<Statement> end = new ArrayList<>(List.of(Mpi.unlockAll()));
      if (second) {
        here.add(0, open);
        here.add(close);
        there.add(0, open);
        end.add(close);
      }
      here.add(Mpi.unlockAll());
      String why = "This completes something else.";
      race(names.get(i), 2, Pair.local(op, use), why, List.of(on(0, sequence(here))));
      race(
          names.get(i),
          2,
          Pair.remote(put, load),
          why,
          List.of(on(0, sequence(there)), Mpi.barrier(), on(1, load), on(0, sequence(end))));
    }
    Rma op = op(false);
    Statement use = store(BUF.at(0));
    race(
        "flush-early",
        2,
        Pair.local(op, use),
        "The flush comes before the operation.",
        List.of(on(0, Mpi.lockAll(), Mpi.flush(1), op, use, Mpi.unlockAll())));
    Rma put = op(false);
    Statement load = load(X.at(0));
    race(
        "flush-early",
        2,
        Pair.remote(put, load),
        "The flush comes before the operation.",
        List.of(
            on(0, Mpi.lockAll(), Mpi.flush(1), put),
            Mpi.barrier(),
            on(1, load),
            on(0, Mpi.unlockAll())));
    Rma rput = Mpi.rma(RmaCall.RPUT, BUF.at(0), RESULT.at(0), 1, X.at(0));
    Statement load2 = load(X.at(0));
    race(
        "rput-wait-barrier",
        2,
        Pair.remote(rput, load2),
        "The request says nothing about the target.",
        List.of(
            on(0, Mpi.lockAll(), rput, Mpi.await(Mpi.REQUEST)),
            Mpi.barrier(),
            on(1, load2),
            on(0, Mpi.unlockAll())));
    Rma rget = Mpi.rma(RmaCall.RGET, BUF.at(0), RESULT.at(0), 1, X.at(0));
    Statement store2 = store(X.at(0));
    clean(
        "rget-wait-barrier",
        2,
        Pair.remote(rget, store2),
        "What has arrived has been read.",
        List.of(
            on(0, Mpi.lockAll(), rget, Mpi.await(Mpi.REQUEST)),
            Mpi.barrier(),
            on(1, store2),
            on(0, Mpi.unlockAll())));
    Rma rgacc = Mpi.rma(RmaCall.RGET_ACCUMULATE, BUF.at(0), RESULT.at(0), 1, X.at(0));
    Statement store3 = store(X.at(0));
    race(
        "rgacc-wait-barrier",
        2,
        Pair.remote(rgacc, store3),
        "The old value has arrived, but the update is not complete.",
        List.of(
            on(0, Mpi.lockAll(), rgacc, Mpi.await(Mpi.REQUEST)),
            Mpi.barrier(),
            on(1, store3),
            on(0, Mpi.unlockAll())));
    Rma first = op(false);
    Rma second = Mpi.get(Mpi.BUF2.at(0), 1, X.at(0));
    race(
        "flushlocal-sameorigin",
        2,
        Pair.remote(first, second),
        "Local completion does not order operations at the target.",
        List.of(on(0, Mpi.lockAll(), first, Mpi.flushLocal(1), second, Mpi.unlockAll())));
    Rma first2 = op(false);
    Rma second2 = Mpi.get(Mpi.BUF2.at(0), 1, X.at(0));
    clean(
        "flush-sameorigin",
        2,
        Pair.remote(first2, second2),
        "The first is complete before the second.",
        List.of(on(0, Mpi.lockAll(), first2, Mpi.flush(1), second2, Mpi.unlockAll())));
  }

  // ---- locks ----

  private void locks() {
    for (boolean exclusive : new boolean[] {true, false}) {
      for (boolean otherExclusive : new boolean[] {true, false}) {
        Rma put = op(false);
        Rma other = op(false);
        boolean excluded = exclusive || otherExclusive;
        add(
            "lock-" + word(exclusive) + "-" + word(otherExclusive),
            3,
            Pair.remote(put, other),
            !excluded,
            excluded ? "One lock excludes the other." : "Shared locks exclude nobody.",
            List.of(
                on(0, lock(exclusive, false), put, Mpi.unlock(1)),
                on(2, lock(otherExclusive, false), other, Mpi.unlock(1))));
      }
    }
    Rma put = op(false);
    Statement store = store(X.at(0));
    clean(
        "lock-owner",
        2,
        Pair.remote(put, store),
        "The owner locks its own memory too.",
        List.of(
            on(0, lock(true, false), put, Mpi.unlock(1)),
            on(1, lock(true, false), store, Mpi.unlock(1))));
    Rma put2 = op(false);
    Statement store2 = store(X.at(0));
    race(
        "lock-owner-nolock",
        2,
        Pair.remote(put2, store2),
        "The owner does not lock its memory.",
        List.of(on(0, lock(true, false), put2, Mpi.unlock(1)), on(1, store2)));
    Rma put3 = op(false);
    Statement store3 = store(X.at(0));
    race(
        "lock-owner-otherwindow",
        2,
        Pair.remote(put3, store3),
        "The owner locks another window.",
        List.of(
            on(0, lock(true, false), put3, Mpi.unlock(1)),
            on(
                1,
                new Epochs.LockOne(Mpi.WIN2, 1, true, false),
                store3,
                new Epochs.Unlock(Mpi.WIN2, 1))));
    Rma put4 = op(false);
    Statement store4 = store(X.at(0));
    race(
        "lock-owner-wrongtarget",
        2,
        Pair.remote(put4, store4),
        "The owner locks another rank.",
        List.of(
            on(0, lock(true, false), put4, Mpi.unlock(1)),
            on(1, Mpi.lockExclusive(0), store4, Mpi.unlock(0))));
    Rma put5 = op(false);
    Rma other5 = op(false);
    race(
        "lock-sameepoch",
        2,
        Pair.remote(put5, other5),
        "A lock does not order its own operations.",
        List.of(
            on(
                0,
                lock(true, false),
                put5,
                new Rma(
                    RmaCall.PUT,
                    Mpi.BUF2.at(0),
                    RESULT.at(0),
                    RESULT.at(0),
                    1,
                    X.at(4),
                    Mpi.WIN,
                    "",
                    Mpi.REQUEST),
                other5,
                Mpi.unlock(1))));
  }

  private static Statement lock(boolean exclusive, boolean noCheck) {
    return new Epochs.LockOne(Mpi.WIN, 1, exclusive, noCheck);
  }

  private static String word(boolean exclusive) {
    return exclusive ? "exclusive" : "shared";
  }

  // ---- words ----

  /** Statements, and lists of statements, one after the other. */
  private static Statement[] sequence(Object... parts) {
    List<Statement> statements = new ArrayList<>();
    for (Object part : parts) {
      if (part instanceof Statement statement) {
        statements.add(statement);
      } else {
        ((List<?>) part).forEach(s -> statements.add((Statement) s));
      }
    }
    return statements.toArray(Statement[]::new);
  }
}
