package fencepost.bench.suite.shmem;

import static fencepost.bench.suite.Statements.load;
import static fencepost.bench.suite.Statements.on;
import static fencepost.bench.suite.shmem.Shmem.BUF;
import static fencepost.bench.suite.shmem.Shmem.FLAG;
import static fencepost.bench.suite.shmem.Shmem.X;

import fencepost.bench.suite.Catalogue;
import fencepost.bench.suite.Category;
import fencepost.bench.suite.Scenario;
import fencepost.bench.suite.Statement;
import fencepost.bench.suite.shmem.ShmemSyncs.Waiting;
import fencepost.trace.Model;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Flags that tell of data: every call that sets one, and every one that waits for it. */
final class ShmemFlags extends Catalogue {
  private static final ShmemRma PUT = Shmem.put(BUF.at(0), 1, X.at(0));
  private static final Statement LOOK = load(X.at(0));

  private ShmemFlags() {
    super(Model.SHMEM, Category.SYNC);
  }

  static List<Scenario> all() {
    ShmemFlags flags = new ShmemFlags();
    flags.flags();
    return flags.scenarios();
  }

  private void flags() {
    List<ShmemOperation> updates =
        List.of(
            ShmemOperation.P,
            ShmemOperation.PUT,
            ShmemOperation.ATOMIC_SET,
            ShmemOperation.ATOMIC_INC,
            ShmemOperation.ATOMIC_ADD,
            ShmemOperation.ATOMIC_SWAP,
            ShmemOperation.ATOMIC_FETCH_ADD);
    for (ShmemOperation update : updates) {
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
        flag(name + "-fence", ShmemOperation.ATOMIC_SET, how, Shmem.fence(), true);
        flag(name + "-missing", ShmemOperation.ATOMIC_SET, how, null, false);
      }
    }
    race(
        "waituntil-otherorigin",
        3,
        Pair.remote(PUT, LOOK),
        "The flag comes from another PE.",
        on(0, PUT, Shmem.quiet()),
        on(2, Shmem.raise(ShmemOperation.ATOMIC_SET, 1, FLAG.at(0))),
        on(1, Shmem.await(FLAG.at(0), 1), LOOK),
        Shmem.barrier());
    clean(
        "counter-both",
        3,
        Pair.remote(PUT, LOOK),
        "The counter shows that both PEs have come.",
        on(0, PUT, Shmem.fence(), Shmem.raise(ShmemOperation.ATOMIC_INC, 1, FLAG.at(0))),
        on(2, Shmem.raise(ShmemOperation.ATOMIC_INC, 1, FLAG.at(0))),
        on(1, new ShmemSyncs.Await(Waiting.WAIT_UNTIL, FLAG.at(0), 2, true), LOOK),
        Shmem.barrier());
  }

  private void flag(
      String name, ShmemOperation update, Waiting how, @Nullable Statement between, boolean clean) {
    ShmemRma raise = Shmem.raise(update, 1, FLAG.at(0));
    add(
        name,
        2,
        Pair.remote(PUT, LOOK),
        !clean,
        clean ? "The flag arrives after the data." : "The flag may arrive before the data.",
        List.of(
            between == null ? on(0, PUT, raise) : on(0, PUT, between, raise),
            on(1, Shmem.await(how, FLAG.at(0), 1), LOOK),
            Shmem.barrier()));
  }
}
