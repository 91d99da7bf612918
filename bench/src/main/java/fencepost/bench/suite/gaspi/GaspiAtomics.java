package fencepost.bench.suite.gaspi;

import static fencepost.bench.suite.Statements.on;
import static fencepost.bench.suite.gaspi.Gaspi.BUF;
import static fencepost.bench.suite.gaspi.Gaspi.COUNTER;

import fencepost.bench.suite.Catalogue;
import fencepost.bench.suite.Category;
import fencepost.bench.suite.Scenario;
import fencepost.bench.suite.source.Layout;
import fencepost.bench.suite.source.Section;
import fencepost.bench.suite.source.ValueType;
import fencepost.trace.Model;
import java.util.List;

/** What atomic operations of GASPI are atomic with. */
final class GaspiAtomics extends Catalogue {
  private GaspiAtomics() {
    super(Model.GASPI, Category.ATOMIC);
  }

  static List<Scenario> all() {
    GaspiAtomics atomics = new GaspiAtomics();
    GaspiOperation[] calls = {GaspiOperation.ATOMIC_FETCH_ADD, GaspiOperation.ATOMIC_COMPARE_SWAP};
    for (GaspiOperation call : calls) {
      for (GaspiOperation other : calls) {
        atomics.pair(call, other, COUNTER.at(0), false, "Both are atomic.");
      }
      atomics.pair(call, call, COUNTER.at(1), false, "Another value.");
      for (GaspiOperation plain : List.of(GaspiOperation.WRITE, GaspiOperation.READ)) {
        Section half = COUNTER.bytes(4, Layout.of(ValueType.INT, 1));
        Section next = COUNTER.bytes(8, Layout.of(ValueType.INT, 1));
        atomics.mixed(call, plain, half, "half", true);
        atomics.mixed(call, plain, next, "next", false);
        atomics.mixed(call, plain, COUNTER.at(0), "same", true);
      }
    }
    return atomics.scenarios();
  }

  private void pair(GaspiOperation a, GaspiOperation b, Section there, boolean racy, String why) {
    GaspiRma one = Gaspi.one(a, BUF.at(0), 1, COUNTER.at(0));
    GaspiRma other = Gaspi.one(b, BUF.at(0), 1, there);
    add(
        a.label() + "-" + b.label() + "-" + there.offset(),
        3,
        Pair.remote(one, other),
        racy,
        why,
        List.of(on(0, one), on(2, other)));
  }

  private void mixed(
      GaspiOperation atomic, GaspiOperation plain, Section there, String name, boolean racy) {
    GaspiRma one = Gaspi.one(atomic, BUF.at(0), 1, COUNTER.at(0));
    Section buffer = new Section(BUF, 0, there.layout());
    GaspiRma other = Gaspi.one(plain, buffer, 1, there);
    add(
        atomic.label() + "-" + plain.label() + "-" + name,
        3,
        Pair.remote(one, other),
        racy,
        racy ? "The other access is not atomic." : "The accesses are neighbours.",
        List.of(on(0, one), on(2, other, Gaspi.await(0))));
  }
}
