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
import fencepost.bench.suite.Scenario;
import fencepost.bench.suite.Statement;
import fencepost.bench.suite.shmem.ShmemSyncs.Waiting;
import fencepost.trace.Model;
import java.util.List;
import java.util.Locale;

/** Puts with a signal. */
final class ShmemSignals extends Catalogue {
  private static final Statement LOOK = load(X.at(0));

  private ShmemSignals() {
    super(Model.SHMEM, Category.SYNC);
  }

  static List<Scenario> all() {
    ShmemSignals signals = new ShmemSignals();
    signals.signals();
    return signals.scenarios();
  }

  private void signals() {
    for (ShmemOperation call : List.of(ShmemOperation.PUT_SIGNAL, ShmemOperation.PUT_SIGNAL_NBI)) {
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
              on(0, put),
              on(1, Shmem.await(how, SIGNAL.at(0), 1), load),
              Shmem.barrier());
        }
      }
      ShmemRma put = signal(call, false);
      race(
          call.label() + "-nowait",
          2,
          Pair.remote(put, LOOK),
          "Nobody waits for the signal.",
          on(0, put),
          on(1, LOOK),
          Shmem.barrier());
      ShmemRma earlier = Shmem.putNbi(Shmem.BUF2.at(0), 1, X.at(4));
      Statement look = load(X.at(4));
      race(
          call.label() + "-otherdata",
          2,
          Pair.remote(earlier, look),
          "The signal tells nothing about other data.",
          on(0, earlier, signal(call, false)),
          on(1, Shmem.await(Waiting.SIGNAL_WAIT_UNTIL, SIGNAL.at(0), 1), look),
          Shmem.barrier());
      ShmemRma fenced = Shmem.putNbi(Shmem.BUF2.at(0), 1, X.at(4));
      Statement lookAfter = load(X.at(4));
      clean(
          call.label() + "-fence",
          2,
          Pair.remote(fenced, lookAfter),
          "What a fence delivers before the signal has arrived.",
          on(0, fenced, Shmem.fence(), signal(call, false)),
          on(1, Shmem.await(Waiting.SIGNAL_WAIT_UNTIL, SIGNAL.at(0), 1), lookAfter),
          Shmem.barrier());
    }
    ShmemRma nbi = signal(ShmemOperation.PUT_SIGNAL_NBI, false);
    Statement store = store(BUF.at(0));
    race(
        "putsignalnbi-buffer",
        2,
        Pair.local(nbi, store),
        "The buffer is used before completion.",
        on(0, nbi, store),
        on(1, Shmem.await(Waiting.SIGNAL_WAIT_UNTIL, SIGNAL.at(0), 1)),
        Shmem.barrier());
    ShmemRma answered = signal(ShmemOperation.PUT_SIGNAL_NBI, false);
    Statement reuse = store(BUF.at(0));
    clean(
        "putsignalnbi-answer",
        2,
        Pair.local(answered, reuse),
        "What has arrived at the target has been read at the origin.",
        on(0, answered, Shmem.await(FLAG.at(0), 1), reuse),
        on(
            1,
            Shmem.await(Waiting.SIGNAL_WAIT_UNTIL, SIGNAL.at(0), 1),
            Shmem.raise(ShmemOperation.ATOMIC_SET, 0, FLAG.at(0))),
        Shmem.barrier());
  }

  private static ShmemRma signal(ShmemOperation call, boolean adds) {
    return Shmem.rma(call, BUF.at(0), 1, X.at(0)).signalling(SIGNAL.at(0), adds);
  }
}
