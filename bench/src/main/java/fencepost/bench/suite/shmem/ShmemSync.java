package fencepost.bench.suite.shmem;

import static fencepost.bench.suite.Statements.load;
import static fencepost.bench.suite.Statements.on;
import static fencepost.bench.suite.Statements.store;
import static fencepost.bench.suite.shmem.Shmem.BUF;
import static fencepost.bench.suite.shmem.Shmem.FLAG;
import static fencepost.bench.suite.shmem.Shmem.SIGNAL;
import static fencepost.bench.suite.shmem.Shmem.X;

import fencepost.bench.suite.Catalogue;
import fencepost.bench.suite.Category;
import fencepost.bench.suite.Model;
import fencepost.bench.suite.Scenario;
import fencepost.bench.suite.Statement;
import fencepost.bench.suite.shmem.ShmemSyncs.Waiting;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What completes operations of OpenSHMEM, and what orders PEs: used right, and not. */
final class ShmemSync extends Catalogue {
  private record Order(String name, List<Statement> statements) {
    Order(String name, Statement... statements) {
      this(name, List.of(statements));
    }
  }

  /** What orders PE 0 before PE 1 and completes nothing. */
  private static final List<Order> ORDERS =
      List.of(
          new Order("syncall", Shmem.syncAll()),
          new Order("teamsync", Shmem.teamSync(Team.WORLD)),
          new Order("teamsyncsplit", Shmem.teamSync(Team.of(0, 1, 2))),
          new Order("broadcast", Shmem.collective("broadcast", 0)),
          new Order("collect", Shmem.collective("collect", 0)),
          new Order("fcollect", Shmem.collective("fcollect", 0)),
          new Order("alltoall", Shmem.collective("alltoall", 0)),
          new Order("sumreduce", Shmem.collective("sum_reduce", 0)),
          new Order("maxreduce", Shmem.collective("max_reduce", 0)));

  private static final List<Order> FALSE_ORDERS =
      List.of(
          new Order("none"),
          new Order("broadcastwrongroot", Shmem.collective("broadcast", 1)),
          new Order(
              "teamsyncself",
              on(0, Shmem.teamSync(Team.of(0, 1, 1))),
              on(1, new ShmemSyncs.Quiet(Context.DEFAULT))),
          new Order(
              "flagback",
              on(1, Shmem.raise(ShmemCall.ATOMIC_SET, 0, FLAG.at(4))),
              on(0, Shmem.await(FLAG.at(4), 1))));

  private ShmemSync() {
    super(Model.SHMEM, Category.SYNC);
  }

  static List<Scenario> all() {
    ShmemSync sync = new ShmemSync();
    sync.local();
    sync.remote();
    ORDERS.forEach(sync::order);
    FALSE_ORDERS.forEach(sync::falseOrder);
    sync.fences();
    sync.flags();
    sync.signals();
    sync.locks();
    sync.contexts();
    sync.memory();
    return sync.scenarios();
  }

  // ---- completion ----

  private void local() {
    for (boolean gets : new boolean[] {false, true}) {
      for (boolean right : new boolean[] {true, false}) {
        String end = (gets ? "-getnbi" : "-putnbi") + (right ? "" : "-late");
        String why =
            right
                ? "The buffer is used after completion."
                : "The buffer is used before completion.";
        ShmemRma op = nbi(gets);
        Statement use = use(gets);
        add(
            "quiet" + end,
            2,
            Pair.local(op, use),
            !right,
            why,
            List.of(right ? on(0, op, Shmem.quiet(), use) : on(0, op, use, Shmem.quiet())));
        ShmemRma op2 = nbi(gets);
        Statement use2 = use(gets);
        add(
            "barrier" + end,
            2,
            Pair.local(op2, use2),
            !right,
            why,
            right
                ? List.of(on(0, op2), Shmem.barrier(), on(0, use2))
                : List.of(on(0, op2, use2), Shmem.barrier()));
      }
      ShmemRma op = nbi(gets);
      Statement use = use(gets);
      race(
          "fence" + (gets ? "-getnbi" : "-putnbi"),
          2,
          Pair.local(op, use),
          "A fence completes nothing.",
          List.of(on(0, op, Shmem.fence(), use, Shmem.quiet())));
      ShmemRma op3 = nbi(gets);
      Statement use3 = use(gets);
      race(
          "syncall" + (gets ? "-getnbi" : "-putnbi"),
          2,
          Pair.local(op3, use3),
          "shmem_sync_all completes nothing.",
          List.of(on(0, op3), Shmem.syncAll(), on(0, use3), Shmem.barrier()));
      ShmemRma op4 = nbi(gets);
      Statement use4 = use(gets);
      race(
          "quietearly" + (gets ? "-getnbi" : "-putnbi"),
          2,
          Pair.local(op4, use4),
          "The quiet comes before the operation.",
          List.of(on(0, Shmem.quiet(), op4, use4), Shmem.barrier()));
    }
  }

  private static ShmemRma nbi(boolean gets) {
    return gets ? Shmem.getNbi(BUF.at(0), 1, X.at(0)) : Shmem.putNbi(BUF.at(0), 1, X.at(0));
  }

  private static Statement use(boolean loads) {
    return loads ? load(BUF.at(0)) : store(BUF.at(0));
  }

  private static ShmemRma put() {
    return Shmem.put(BUF.at(0), 1, X.at(0));
  }

  private void remote() {
    ShmemRma put = put();
    Statement load = load(X.at(0));
    clean(
        "barrier",
        2,
        Pair.remote(put, load),
        "The barrier completes and synchronises.",
        List.of(on(0, put), Shmem.barrier(), on(1, load)));
    ShmemRma put2 = put();
    Statement load2 = load(X.at(0));
    race(
        "barrier-late",
        2,
        Pair.remote(put2, load2),
        "The target looks before the barrier.",
        List.of(on(0, put2), on(1, load2), Shmem.barrier()));
    ShmemRma nbi = nbi(false);
    Statement load3 = load(X.at(0));
    clean(
        "barrier-putnbi",
        2,
        Pair.remote(nbi, load3),
        "The barrier completes and synchronises.",
        List.of(on(0, nbi), Shmem.barrier(), on(1, load3)));
    ShmemRma get = nbi(true);
    Statement store = store(X.at(0));
    race(
        "getnbi-syncall",
        2,
        Pair.remote(get, store),
        "The get is not complete.",
        List.of(on(0, get), Shmem.syncAll(), on(1, store), Shmem.barrier()));
    ShmemRma blocking = Shmem.get(BUF.at(0), 1, X.at(0));
    Statement store2 = store(X.at(0));
    clean(
        "get-syncall",
        2,
        Pair.remote(blocking, store2),
        "A blocking get is complete.",
        List.of(on(0, blocking), Shmem.syncAll(), on(1, store2)));
    ShmemRma one = put();
    ShmemRma two = Shmem.put(Shmem.BUF2.at(0), 1, X.at(0));
    clean(
        "barrier-3procs",
        3,
        Pair.remote(one, two),
        "The barrier orders the two origins.",
        List.of(on(0, one), Shmem.barrier(), on(2, two)));
    ShmemRma one2 = put();
    ShmemRma two2 = Shmem.put(Shmem.BUF2.at(0), 1, X.at(0));
    race(
        "syncall-3procs",
        3,
        Pair.remote(one2, two2),
        "The first put is not complete.",
        List.of(on(0, one2), Shmem.syncAll(), on(2, two2), Shmem.barrier()));
  }

  private void order(Order order) {
    ShmemRma put = put();
    Statement load = load(X.at(0));
    clean(
        "quiet-" + order.name,
        2,
        Pair.remote(put, load),
        "The target looks after completion and synchronisation.",
        around(on(0, put, Shmem.quiet()), order, on(1, load)));
    ShmemRma late = put();
    Statement lateLoad = load(X.at(0));
    race(
        "noquiet-" + order.name,
        2,
        Pair.remote(late, lateLoad),
        "PEs are synchronised, but the operation is not complete.",
        around(on(0, late), order, on(1, lateLoad)));
    ShmemRma fenced = put();
    Statement fencedLoad = load(X.at(0));
    race(
        "fence-" + order.name,
        2,
        Pair.remote(fenced, fencedLoad),
        "A fence does not complete the operation.",
        around(on(0, fenced, Shmem.fence()), order, on(1, fencedLoad)));
  }

  private void falseOrder(Order order) {
    ShmemRma put = put();
    Statement load = load(X.at(0));
    race(
        "quiet-" + order.name,
        2,
        Pair.remote(put, load),
        "The operation is complete, but nothing tells the target.",
        around(on(0, put, Shmem.quiet()), order, on(1, load)));
  }

  private static List<Statement> around(Statement before, Order order, Statement after) {
    List<Statement> body = new ArrayList<>(List.of(before));
    body.addAll(order.statements);
    body.add(after);
    body.add(Shmem.barrier());
    return body;
  }

  // ---- fences ----

  private void fences() {
    for (ShmemCall second :
        List.of(ShmemCall.PUT, ShmemCall.PUT_NBI, ShmemCall.ATOMIC_SET, ShmemCall.P)) {
      ShmemRma one = put();
      ShmemRma two = Shmem.rma(second, Shmem.BUF2.at(0), 1, X.at(0));
      clean(
          "fence-put-" + second.label(),
          2,
          Pair.remote(one, two),
          "The fence delivers the first before the second.",
          List.of(on(0, one, Shmem.fence(), two), Shmem.barrier()));
    }
    ShmemRma one = put();
    ShmemRma two = Shmem.get(Shmem.BUF2.at(0), 1, X.at(0));
    race(
        "fence-put-get",
        2,
        Pair.remote(one, two),
        "A fence does not order gets.",
        List.of(on(0, one, Shmem.fence(), two), Shmem.barrier()));
    ShmemRma nbi = nbi(true);
    ShmemRma put = Shmem.put(Shmem.BUF2.at(0), 1, X.at(0));
    race(
        "fence-getnbi-put",
        2,
        Pair.remote(nbi, put),
        "A fence does not order gets.",
        List.of(on(0, nbi, Shmem.fence(), put), Shmem.barrier()));
    ShmemRma first = put();
    ShmemRma last = Shmem.put(Shmem.BUF2.at(0), 1, X.at(0)).on(Context.OTHER);
    race(
        "fence-othercontext",
        2,
        Pair.remote(first, last),
        "A fence orders the operations of its own context.",
        List.of(
            on(0, first, Shmem.fence(), last, new ShmemSyncs.Quiet(Context.OTHER)),
            Shmem.barrier()));
    ShmemRma quiet1 = put();
    ShmemRma quiet2 = Shmem.get(Shmem.BUF2.at(0), 1, X.at(0));
    clean(
        "quiet-put-get",
        2,
        Pair.remote(quiet1, quiet2),
        "The put is complete before the get.",
        List.of(on(0, quiet1, Shmem.quiet(), quiet2), Shmem.barrier()));
  }

  // ---- flags ----

  private void flags() {
    List<ShmemCall> updates =
        List.of(
            ShmemCall.P,
            ShmemCall.PUT,
            ShmemCall.ATOMIC_SET,
            ShmemCall.ATOMIC_INC,
            ShmemCall.ATOMIC_ADD,
            ShmemCall.ATOMIC_SWAP,
            ShmemCall.ATOMIC_FETCH_ADD);
    for (ShmemCall update : updates) {
      flag(
          "waituntil-" + update.label() + "-quiet",
          update,
          Waiting.WAIT_UNTIL,
          Shmem.quiet(),
          true);
      flag(
          "waituntil-" + update.label() + "-fence",
          update,
          Waiting.WAIT_UNTIL,
          Shmem.fence(),
          true);
      flag("waituntil-" + update.label() + "-none", update, Waiting.WAIT_UNTIL, null, false);
    }
    for (Waiting how : Waiting.values()) {
      if (!how.name().startsWith("SIGNAL")) {
        String name = how.name().toLowerCase(Locale.ROOT).replace("_", "");
        flag(name + "-fence", ShmemCall.ATOMIC_SET, how, Shmem.fence(), true);
        flag(name + "-missing", ShmemCall.ATOMIC_SET, how, null, false);
      }
    }
    ShmemRma put = put();
    Statement load = load(X.at(0));
    race(
        "waituntil-otherorigin",
        3,
        Pair.remote(put, load),
        "The flag comes from another PE.",
        List.of(
            on(0, put, Shmem.quiet()),
            on(2, Shmem.raise(ShmemCall.ATOMIC_SET, 1, FLAG.at(0))),
            on(1, Shmem.await(FLAG.at(0), 1), load),
            Shmem.barrier()));
    for (boolean both : new boolean[] {true, false}) {
      ShmemRma counted = put();
      Statement look = load(X.at(0));
      add(
          both ? "counter-both" : "counter-first",
          3,
          Pair.remote(counted, look),
          !both,
          both
              ? "The counter shows that both PEs have come."
              : "The counter shows that one of the two PEs has come.",
          List.of(
              on(0, counted, Shmem.fence(), Shmem.raise(ShmemCall.ATOMIC_INC, 1, FLAG.at(0))),
              on(2, Shmem.raise(ShmemCall.ATOMIC_INC, 1, FLAG.at(0))),
              on(1, new ShmemSyncs.Await(Waiting.WAIT_UNTIL, FLAG.at(0), both ? 2 : 1, true), look),
              Shmem.barrier()));
    }
  }

  private void flag(
      String name, ShmemCall update, Waiting how, @Nullable Statement between, boolean clean) {
    ShmemRma put = put();
    Statement load = load(X.at(0));
    ShmemRma raise = Shmem.raise(update, 1, FLAG.at(0));
    add(
        name,
        2,
        Pair.remote(put, load),
        !clean,
        clean ? "The flag arrives after the data." : "The flag may arrive before the data.",
        List.of(
            between == null ? on(0, put, raise) : on(0, put, between, raise),
            on(1, Shmem.await(how, FLAG.at(0), 1), load),
            Shmem.barrier()));
  }

  // ---- signals ----

  private void signals() {
    for (ShmemCall call : List.of(ShmemCall.PUT_SIGNAL, ShmemCall.PUT_SIGNAL_NBI)) {
      for (boolean adds : new boolean[] {false, true}) {
        for (Waiting how :
            List.of(Waiting.SIGNAL_WAIT_UNTIL, Waiting.SIGNAL_FETCH, Waiting.WAIT_UNTIL)) {
          String name =
              call.label()
                  + (adds ? "-add-" : "-set-")
                  + how.name().toLowerCase(Locale.ROOT).replace("_", "");
          ShmemRma put = signal(call, adds);
          Statement load = load(X.at(0));
          clean(
              name,
              2,
              Pair.remote(put, load),
              "The signal arrives after the data.",
              List.of(on(0, put), on(1, Shmem.await(how, SIGNAL.at(0), 1), load), Shmem.barrier()));
        }
      }
      ShmemRma put = signal(call, false);
      Statement load = load(X.at(0));
      race(
          call.label() + "-nowait",
          2,
          Pair.remote(put, load),
          "Nobody waits for the signal.",
          List.of(on(0, put), on(1, load), Shmem.barrier()));
      ShmemRma earlier = Shmem.putNbi(Shmem.BUF2.at(0), 1, X.at(4));
      Statement look = load(X.at(4));
      race(
          call.label() + "-otherdata",
          2,
          Pair.remote(earlier, look),
          "The signal tells nothing about other data.",
          List.of(
              on(0, earlier, signal(call, false)),
              on(1, Shmem.await(Waiting.SIGNAL_WAIT_UNTIL, SIGNAL.at(0), 1), look),
              Shmem.barrier()));
      ShmemRma fenced = Shmem.putNbi(Shmem.BUF2.at(0), 1, X.at(4));
      Statement lookAfter = load(X.at(4));
      clean(
          call.label() + "-fence",
          2,
          Pair.remote(fenced, lookAfter),
          "What a fence delivers before the signal has arrived.",
          List.of(
              on(0, fenced, Shmem.fence(), signal(call, false)),
              on(1, Shmem.await(Waiting.SIGNAL_WAIT_UNTIL, SIGNAL.at(0), 1), lookAfter),
              Shmem.barrier()));
    }
    ShmemRma nbi = signal(ShmemCall.PUT_SIGNAL_NBI, false);
    Statement store = store(BUF.at(0));
    race(
        "putsignalnbi-buffer",
        2,
        Pair.local(nbi, store),
        "The buffer is used before completion.",
        List.of(
            on(0, nbi, store),
            on(1, Shmem.await(Waiting.SIGNAL_WAIT_UNTIL, SIGNAL.at(0), 1)),
            Shmem.barrier()));
    ShmemRma answered = signal(ShmemCall.PUT_SIGNAL_NBI, false);
    Statement reuse = store(BUF.at(0));
    clean(
        "putsignalnbi-answer",
        2,
        Pair.local(answered, reuse),
        "What has arrived at the target has been read at the origin.",
        List.of(
            on(0, answered, Shmem.await(FLAG.at(0), 1), reuse),
            on(
                1,
                Shmem.await(Waiting.SIGNAL_WAIT_UNTIL, SIGNAL.at(0), 1),
                Shmem.raise(ShmemCall.ATOMIC_SET, 0, FLAG.at(0))),
            Shmem.barrier()));
  }

  private static ShmemRma signal(ShmemCall call, boolean adds) {
    return Shmem.rma(call, BUF.at(0), 1, X.at(0)).signalling(SIGNAL.at(0), adds);
  }

  // ---- locks ----

  private void locks() {
    for (boolean test : new boolean[] {false, true}) {
      String name = test ? "testlock" : "lock";
      for (ShmemCall call : List.of(ShmemCall.PUT, ShmemCall.PUT_NBI, ShmemCall.GET)) {
        ShmemRma put = Shmem.rma(call, BUF.at(0), 1, X.at(0));
        Statement store = store(X.at(0));
        clean(
            name + "-" + call.label(),
            2,
            Pair.remote(put, store),
            "The lock keeps the two apart, and its end completes.",
            List.of(
                on(0, lock(1, test), put, Shmem.clearLock()),
                on(1, lock(0, test), store, Shmem.clearLock()),
                Shmem.barrier()));
      }
      ShmemRma put = put();
      Statement store = store(X.at(0));
      race(
          name + "-one",
          2,
          Pair.remote(put, store),
          "Only one of the two takes the lock.",
          List.of(on(0, lock(-1, test), put, Shmem.clearLock()), on(1, store), Shmem.barrier()));
    }
    ShmemRma put = put();
    Statement store = store(X.at(0));
    race(
        "lock-after",
        2,
        Pair.remote(put, store),
        "The access comes after the critical section.",
        List.of(on(0, Shmem.setLock(-1), Shmem.clearLock(), put), on(1, store), Shmem.barrier()));
  }

  private static Statement lock(int other, boolean test) {
    return new ShmemSyncs.SetLock(Shmem.LOCK.at(0), other, test);
  }

  // ---- contexts ----

  private void contexts() {
    Statement quiet = new ShmemSyncs.Quiet(Context.OTHER);
    ShmemRma op = nbi(true).on(Context.OTHER);
    Statement use = load(BUF.at(0));
    clean(
        "ctxquiet-getnbi",
        2,
        Pair.local(op, use),
        "The quiet of the context completes.",
        List.of(on(0, op, quiet, use)));
    ShmemRma op2 = nbi(true).on(Context.OTHER);
    Statement use2 = load(BUF.at(0));
    race(
        "ctx-quiet-getnbi",
        2,
        Pair.local(op2, use2),
        "The quiet is one of another context.",
        List.of(on(0, op2, Shmem.quiet(), use2, quiet)));
    ShmemRma op3 = nbi(true);
    Statement use3 = load(BUF.at(0));
    race(
        "ctxquiet-default-getnbi",
        2,
        Pair.local(op3, use3),
        "The quiet is one of another context.",
        List.of(on(0, op3, quiet, use3, Shmem.quiet())));
    ShmemRma put = put().on(Context.OTHER);
    Statement load = load(X.at(0));
    race(
        "ctx-barrier",
        2,
        Pair.remote(put, load),
        "The barrier completes the default context only.",
        List.of(on(0, put), Shmem.barrier(), on(1, load), on(0, quiet)));
    ShmemRma put2 = put().on(Context.OTHER);
    Statement load2 = load(X.at(0));
    clean(
        "ctxquiet-barrier",
        2,
        Pair.remote(put2, load2),
        "The context is quiet before the barrier.",
        List.of(on(0, put2, quiet), Shmem.barrier(), on(1, load2)));
    ShmemRma put3 = put().on(Context.OTHER);
    Statement load3 = load(X.at(0));
    clean(
        "ctxfence-flag",
        2,
        Pair.remote(put3, load3),
        "The fence of the context orders data and flag.",
        List.of(
            on(
                0,
                put3,
                new ShmemSyncs.Fence(Context.OTHER),
                Shmem.raise(ShmemCall.ATOMIC_SET, 1, FLAG.at(0)).on(Context.OTHER)),
            on(1, Shmem.await(FLAG.at(0), 1), load3),
            on(0, quiet)));
    ShmemRma put4 = put().on(Context.OTHER);
    Statement load4 = load(X.at(0));
    race(
        "ctxfence-otherflag",
        2,
        Pair.remote(put4, load4),
        "The flag is sent on another context.",
        List.of(
            on(
                0,
                put4,
                new ShmemSyncs.Fence(Context.OTHER),
                Shmem.raise(ShmemCall.ATOMIC_SET, 1, FLAG.at(0))),
            on(1, Shmem.await(FLAG.at(0), 1), load4),
            on(0, quiet)));
  }

  // ---- memory through pointers ----

  private void memory() {
    for (boolean stores : new boolean[] {true, false}) {
      for (boolean right : new boolean[] {true, false}) {
        Statement pointer = new ShmemSyncs.PointerAccess(1, X.at(0), stores);
        Statement own = stores ? load(X.at(0)) : store(X.at(0));
        add(
            "ptr" + (stores ? "-store" : "-load"),
            2,
            Pair.remote(pointer, own),
            !right,
            right
                ? "The accesses are on both sides of a synchronisation."
                : "Two PEs access the same memory at the same time.",
            right
                ? List.of(on(0, pointer), Shmem.syncAll(), on(1, own), Shmem.barrier())
                : List.of(on(0, pointer), on(1, own), Shmem.barrier()));
      }
    }
  }
}
