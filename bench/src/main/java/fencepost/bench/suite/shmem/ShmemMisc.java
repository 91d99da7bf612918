package fencepost.bench.suite.shmem;

import static fencepost.bench.suite.Statements.load;
import static fencepost.bench.suite.Statements.on;
import static fencepost.bench.suite.Statements.repeat;
import static fencepost.bench.suite.Statements.store;
import static fencepost.bench.suite.shmem.Shmem.BUF;
import static fencepost.bench.suite.shmem.Shmem.X;

import fencepost.bench.suite.Catalogue;
import fencepost.bench.suite.Category;
import fencepost.bench.suite.Overlap;
import fencepost.bench.suite.PlacedAccess;
import fencepost.bench.suite.Placement;
import fencepost.bench.suite.Scenario;
import fencepost.bench.suite.Statement;
import fencepost.bench.suite.source.ArrayVariable;
import fencepost.bench.suite.source.ArrayVariable.Storage;
import fencepost.bench.suite.source.Strided;
import fencepost.bench.suite.source.ValueType;
import fencepost.trace.Model;
import java.util.List;
import java.util.Locale;

/** Where an access stands in the program, what memory it is, and which bytes of it. */
final class ShmemMisc extends Catalogue {
  private ShmemMisc() {
    super(Model.SHMEM, Category.MISC);
  }

  static List<Scenario> all() {
    ShmemMisc misc = new ShmemMisc();
    for (Placement placement : Placement.values()) {
      misc.placement(placement);
    }
    for (Storage storage : List.of(Storage.STATIC, Storage.SYMMETRIC)) {
      misc.symmetric(storage);
    }
    for (Storage storage : List.of(Storage.STATIC, Storage.HEAP, Storage.SYMMETRIC)) {
      misc.buffers(storage);
    }
    misc.overlap();
    misc.strides();
    misc.loops();
    misc.self();
    return misc.scenarios();
  }

  private void placement(Placement placement) {
    String name = placement.name().toLowerCase(Locale.ROOT);
    for (boolean racy : new boolean[] {true, false}) {
      Statement load = load(BUF.at(2));
      atOrigin(
          name + "-getnbi-load",
          racy,
          Shmem.getNbi(BUF.at(2), 1, X.at(2)),
          load,
          new PlacedAccess(load, placement));
      Statement store = store(X.at(2));
      atTarget(
          name + "-put-store",
          racy,
          Shmem.put(BUF.at(2), 1, X.at(2)),
          store,
          new PlacedAccess(store, placement));
    }
  }

  private void atOrigin(String name, boolean racy, ShmemRma op, Statement site, Statement access) {
    add(
        name,
        2,
        Pair.local(op, site),
        racy,
        racy ? "The buffer is used before completion." : "The buffer is used after completion.",
        List.of(racy ? on(0, op, access) : on(0, op, Shmem.quiet(), access), Shmem.barrier()));
  }

  private void atTarget(String name, boolean racy, ShmemRma op, Statement site, Statement access) {
    add(
        name,
        2,
        Pair.remote(op, site),
        racy,
        racy
            ? "The target accesses its memory while the operation is not complete."
            : "The target accesses its memory after completion and synchronisation.",
        List.of(
            racy ? on(0, op) : on(0, op, Shmem.quiet()),
            Shmem.syncAll(),
            on(1, access),
            Shmem.barrier()));
  }

  private void symmetric(Storage storage) {
    ArrayVariable x = X.as(storage);
    String name = "memory" + storage.name().toLowerCase(Locale.ROOT);
    for (boolean racy : new boolean[] {true, false}) {
      Statement load = load(x.at(1));
      atTarget(name + "-put-load", racy, Shmem.put(BUF.at(1), 1, x.at(1)), load, load);
      Statement store = store(x.at(1));
      atTarget(name + "-getnbi-store", racy, Shmem.getNbi(BUF.at(1), 1, x.at(1)), store, store);
    }
  }

  private void buffers(Storage storage) {
    ArrayVariable buf = BUF.as(storage);
    String name = "buffer" + storage.name().toLowerCase(Locale.ROOT);
    for (boolean racy : new boolean[] {true, false}) {
      Statement store = store(buf.at(1));
      atOrigin(name + "-putnbi-store", racy, Shmem.putNbi(buf.at(1), 1, X.at(1)), store, store);
    }
  }

  private void overlap() {
    for (Overlap overlap : Overlap.in(X)) {
      ShmemRma put = Shmem.put(BUF.at(0, overlap.count()), 1, overlap.remote());
      Statement load = load(overlap.local());
      add(
          "overlap" + overlap.name() + "-put-load",
          2,
          Pair.remote(put, load),
          overlap.racy(),
          overlap.why(),
          List.of(on(0, put), on(1, load), Shmem.barrier()));
    }
  }

  private void strides() {
    Strided odd = new Strided(ValueType.INT, 3, 2);
    for (boolean racy : new boolean[] {true, false}) {
      int index = racy ? 4 : 3;
      String why = racy ? "The strided access covers it." : "It is between the strided accesses.";
      ShmemRma iput = Shmem.rma(ShmemOperation.IPUT, BUF.bytes(0, odd), 1, X.bytes(0, odd));
      Statement load = load(X.at(index));
      add(
          "stride-iput-load",
          2,
          Pair.remote(iput, load),
          racy,
          why,
          List.of(on(0, iput), on(1, load), Shmem.barrier()));
      ShmemRma one = Shmem.rma(ShmemOperation.IPUT, BUF.bytes(0, odd), 1, X.bytes(0, odd));
      ShmemRma two =
          Shmem.rma(ShmemOperation.IPUT, BUF.bytes(0, odd), 1, X.bytes(racy ? 8 : 4, odd));
      add(
          "stride-iput-iput",
          3,
          Pair.remote(one, two),
          racy,
          why,
          List.of(on(0, one), on(2, two), Shmem.barrier()));
    }
  }

  private void loops() {
    for (boolean racy : new boolean[] {true, false}) {
      ShmemRma put = Shmem.put(BUF.at(0), 1, X.at(0));
      Statement load = load(X.at(0));
      add(
          "iteration-put-load",
          2,
          Pair.remote(put, load),
          racy,
          racy
              ? "The put of the next round meets the load of this one."
              : "Two barriers in every round.",
          racy
              ? List.of(repeat(3, on(0, put), Shmem.barrier(), on(1, load)))
              : List.of(repeat(3, on(0, put), Shmem.barrier(), on(1, load), Shmem.barrier())));
      ShmemRma nbi = Shmem.rma(ShmemOperation.ATOMIC_FETCH_ADD_NBI, BUF.at(0), 1, X.at(0));
      Statement store = store(BUF.at(0));
      add(
          "iteration-fetchaddnbi-store",
          2,
          Pair.local(nbi, store),
          racy,
          racy ? "The store of this round meets the fetch." : "Every round is completed.",
          racy
              ? List.of(repeat(1, on(0, nbi, store)), Shmem.barrier())
              : List.of(repeat(3, on(0, nbi, Shmem.quiet(), store)), Shmem.barrier()));
    }
  }

  private void self() {
    for (boolean racy : new boolean[] {true, false}) {
      ShmemRma put = Shmem.put(BUF.at(0), 0, X.at(0));
      Statement load = load(X.at(0));
      add(
          "self-put-load",
          2,
          Pair.remote(put, load),
          racy,
          racy ? "A put to oneself is not complete." : "A put to oneself is complete.",
          List.of(racy ? on(0, put, load) : on(0, put, Shmem.quiet(), load), Shmem.barrier()));
      ShmemRma get = Shmem.getNbi(X.at(0), 1, X.at(4));
      ShmemRma other = Shmem.put(BUF.at(0), 0, X.at(racy ? 0 : 1));
      add(
          "bufferinmemory-getnbi-put",
          2,
          Pair.remote(get, other),
          racy,
          racy
              ? "The buffer of the get is the target of the put."
              : "The buffer of the get is beside the target of the put.",
          List.of(on(0, get), on(1, other), Shmem.barrier()));
    }
  }
}
