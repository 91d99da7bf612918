package fencepost.bench.suite.gaspi;

import static fencepost.bench.suite.Statements.load;
import static fencepost.bench.suite.Statements.on;
import static fencepost.bench.suite.Statements.store;
import static fencepost.bench.suite.gaspi.Gaspi.X;

import fencepost.bench.suite.Catalogue;
import fencepost.bench.suite.Category;
import fencepost.bench.suite.Scenario;
import fencepost.bench.suite.Statement;
import fencepost.trace.Model;
import java.util.ArrayList;
import java.util.List;

/** Races that one run may hide: whichever notification comes first. */
final class GaspiSchedule extends Catalogue {
  private GaspiSchedule() {
    super(Model.GASPI, Category.SCHEDULE);
  }

  static List<Scenario> all() {
    GaspiSchedule schedule = new GaspiSchedule();
    for (boolean writes : new boolean[] {true, false}) {
      for (boolean both : new boolean[] {true, false}) {
        schedule.anyNotification(writes, both);
      }
    }
    schedule.firstCome(true);
    schedule.firstCome(false);
    return schedule.scenarios();
  }

  /** Whoever has come among the first two of three need not be the right one. */
  private void firstCome(boolean all) {
    GaspiRma write = Gaspi.write();
    Statement load = load(X.at(0));
    List<Statement> waits = new ArrayList<>();
    for (int earlier = 0; earlier < 3; earlier++) {
      waits.add(new GaspiSyncs.Await(0, 3, 3, earlier));
    }
    waits.add(all ? 3 : 2, load);
    add(
        all ? "waitsome-three-of-three" : "waitsome-two-of-three",
        4,
        Pair.remote(write, load),
        !all,
        all
            ? "When all notifications have come, the right one is among them."
            : "The first two notifications may come from the wrong ranks.",
        List.of(
            on(0, write, Gaspi.notify(1, 3), Gaspi.await(0)),
            on(2, Gaspi.notify(1, 4), Gaspi.await(0)),
            on(3, Gaspi.notify(1, 5), Gaspi.await(0)),
            on(1, waits.toArray(Statement[]::new))));
  }

  private void anyNotification(boolean writes, boolean both) {
    GaspiRma op = writes ? Gaspi.write() : Gaspi.read();
    Statement access = writes ? load(X.at(0)) : store(X.at(0));
    Statement first = new GaspiSyncs.Await(0, 3, 2, 0);
    Statement second = new GaspiSyncs.Await(0, 3, 2, 1);
    Statement origin =
        writes
            ? on(0, op, Gaspi.notify(1, 3), Gaspi.await(0))
            : on(0, op, Gaspi.await(0), Gaspi.notify(1, 3), Gaspi.await(0));
    add(
        (both ? "waitsome-both" : "waitsome-first") + (writes ? "-write" : "-read"),
        3,
        Pair.remote(op, access),
        !both,
        both
            ? "When both notifications have come, the right one is among them."
            : "The first notification may come from the wrong rank.",
        List.of(
            origin,
            on(2, Gaspi.notify(1, 4), Gaspi.await(0)),
            both ? on(1, first, second, access) : on(1, first, access, second)));
  }
}
