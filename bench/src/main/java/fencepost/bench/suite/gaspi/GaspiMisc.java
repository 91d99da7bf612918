package fencepost.bench.suite.gaspi;

import static fencepost.bench.suite.Statements.load;
import static fencepost.bench.suite.Statements.on;
import static fencepost.bench.suite.Statements.repeat;
import static fencepost.bench.suite.Statements.store;
import static fencepost.bench.suite.gaspi.Gaspi.BUF;
import static fencepost.bench.suite.gaspi.Gaspi.NUMBERBUF;
import static fencepost.bench.suite.gaspi.Gaspi.NUMBERS;
import static fencepost.bench.suite.gaspi.Gaspi.X;

import fencepost.bench.suite.Catalogue;
import fencepost.bench.suite.Category;
import fencepost.bench.suite.Overlap;
import fencepost.bench.suite.PlacedAccess;
import fencepost.bench.suite.Placement;
import fencepost.bench.suite.Scenario;
import fencepost.bench.suite.Statement;
import fencepost.bench.suite.source.Layout;
import fencepost.bench.suite.source.Section;
import fencepost.trace.Model;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Where an access stands in the program, and which bytes of a segment it touches. */
final class GaspiMisc extends Catalogue {
  private GaspiMisc() {
    super(Model.GASPI, Category.MISC);
  }

  static List<Scenario> all() {
    GaspiMisc misc = new GaspiMisc();
    for (Placement placement : Placement.values()) {
      misc.placement(placement);
    }
    misc.overlap();
    misc.loops();
    misc.self();
    return misc.scenarios();
  }

  private void placement(Placement placement) {
    String name = placement.name().toLowerCase(Locale.ROOT);
    for (boolean racy : new boolean[] {true, false}) {
      GaspiRma read = Gaspi.one(GaspiOperation.READ, NUMBERBUF.at(2), 1, NUMBERS.at(2));
      Statement load = load(NUMBERBUF.at(2));
      Statement placed = new PlacedAccess(load, placement);
      add(
          name + "-read-load",
          2,
          Pair.local(read, load),
          racy,
          racy ? "The buffer is used before completion." : "The buffer is used after completion.",
          List.of(
              racy ? on(0, read, placed, Gaspi.await(0)) : on(0, read, Gaspi.await(0), placed)));
      GaspiRma write = Gaspi.one(GaspiOperation.WRITE, NUMBERBUF.at(2), 1, NUMBERS.at(2));
      Statement store = store(NUMBERS.at(2));
      Statement placedStore = new PlacedAccess(store, placement);
      add(
          name + "-write-store",
          2,
          Pair.remote(write, store),
          racy,
          racy ? "The target does not wait." : "The target waits for the notification.",
          List.of(
              on(0, write, Gaspi.notify(1, 3), Gaspi.await(0)),
              racy
                  ? on(1, placedStore, Gaspi.awaitNotification(3))
                  : on(1, Gaspi.awaitNotification(3), placedStore)));
    }
  }

  private void overlap() {
    List<Overlap> overlaps = new ArrayList<>(Overlap.in(NUMBERS));
    overlaps.add(new Overlap("alias", X.at(15, 2), NUMBERS.at(0), true));
    overlaps.add(new Overlap("aliasbefore", X.at(14, 2), NUMBERS.at(0), false));
    for (Overlap overlap : overlaps) {
      Section buffer = BUF.bytes(0, Layout.of(overlap.remote().type(), overlap.count()));
      GaspiRma write = Gaspi.one(GaspiOperation.WRITE, buffer, 1, overlap.remote());
      Statement load = load(overlap.local());
      add(
          "overlap" + overlap.name() + "-write-load",
          2,
          Pair.remote(write, load),
          overlap.racy(),
          overlap.why(),
          List.of(on(0, write, Gaspi.await(0)), on(1, load)));
    }
    for (boolean racy : new boolean[] {true, false}) {
      GaspiRma list = Gaspi.rma(GaspiOperation.WRITE_LIST, BUF, 1, X, 0);
      Statement load = load(X.at(racy ? 1 : 2));
      add(
          "list-write-load",
          2,
          Pair.remote(list, load),
          racy,
          racy ? "The second part of the list covers it." : "It is behind the parts of the list.",
          List.of(on(0, list, Gaspi.await(0)), on(1, load)));
    }
  }

  private void loops() {
    for (boolean racy : new boolean[] {true, false}) {
      GaspiRma read = Gaspi.read();
      Statement store = store(BUF.at(0));
      add(
          "iteration-read-store",
          2,
          Pair.local(read, store),
          racy,
          racy
              ? "The store of the round meets the read."
              : "Every round is completed before the next.",
          List.of(
              racy
                  ? on(0, repeat(2, read, store, Gaspi.await(0)))
                  : on(0, repeat(2, store, read, Gaspi.await(0)))));
    }
  }

  private void self() {
    for (boolean racy : new boolean[] {true, false}) {
      GaspiRma write = Gaspi.one(GaspiOperation.WRITE, BUF.at(0), 0, X.at(0));
      Statement load = load(X.at(0));
      add(
          "self-write-load",
          2,
          Pair.remote(write, load),
          racy,
          racy ? "A write to oneself is not complete." : "A write to oneself has arrived.",
          List.of(
              racy
                  ? on(0, write, Gaspi.await(0), load)
                  : on(
                      0,
                      write,
                      Gaspi.notify(0, 3),
                      Gaspi.awaitNotification(3),
                      load,
                      Gaspi.await(0))));
    }
  }
}
