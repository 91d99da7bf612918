package fencepost.bench.suite.shmem;

import static fencepost.bench.suite.Statements.on;

import fencepost.bench.suite.Catalogue;
import fencepost.bench.suite.Category;
import fencepost.bench.suite.Scenario;
import fencepost.bench.suite.source.ArrayVariable;
import fencepost.bench.suite.source.ArrayVariable.Storage;
import fencepost.bench.suite.source.Layout;
import fencepost.bench.suite.source.Section;
import fencepost.bench.suite.source.ValueType;
import fencepost.trace.Model;
import java.util.List;
import java.util.Locale;

/** Which atomic operations of OpenSHMEM are atomic with each other. */
final class ShmemAtomics extends Catalogue {
  private static final ArrayVariable X = new ArrayVariable("x", ValueType.LONG, 8, Storage.STATIC);

  private static final List<ShmemOperation> CALLS =
      List.of(
          ShmemOperation.ATOMIC_SET,
          ShmemOperation.ATOMIC_INC,
          ShmemOperation.ATOMIC_ADD,
          ShmemOperation.ATOMIC_FETCH,
          ShmemOperation.ATOMIC_FETCH_ADD,
          ShmemOperation.ATOMIC_SWAP,
          ShmemOperation.ATOMIC_COMPARE_SWAP);

  private record Types(ValueType one, ValueType other, boolean racy) {}

  private static final List<Types> TYPES =
      List.of(
          new Types(ValueType.INT, ValueType.INT, false),
          new Types(ValueType.LONG, ValueType.LONG, false),
          new Types(ValueType.UNSIGNED, ValueType.UNSIGNED, false),
          new Types(ValueType.INT, ValueType.LONG, true),
          new Types(ValueType.UNSIGNED, ValueType.INT, true),
          new Types(ValueType.UNSIGNED_LONG, ValueType.LONG, true),
          new Types(ValueType.INT, ValueType.UNSIGNED_LONG, true));

  private ShmemAtomics() {
    super(Model.SHMEM, Category.ATOMIC);
  }

  static List<Scenario> all() {
    ShmemAtomics atomics = new ShmemAtomics();
    for (Types types : TYPES) {
      for (ShmemOperation call : CALLS) {
        if (types.one == types.other
            || call == ShmemOperation.ATOMIC_ADD
            || call == ShmemOperation.ATOMIC_FETCH_ADD) {
          atomics.types(types, call);
        }
      }
    }
    atomics.setAndSwapOfReals();
    atomics.offsets();
    atomics.domains();
    atomics.signals();
    return atomics.scenarios();
  }

  private void types(Types types, ShmemOperation call) {
    ShmemRma one = op(ShmemOperation.ATOMIC_ADD, types.one, 0);
    ShmemRma other = op(call, types.other, 0);
    add(
        "add-" + call.label() + "-" + word(types.one) + "-" + word(types.other),
        3,
        Pair.remote(one, other),
        types.racy,
        types.racy
            ? "Operations on different types are not atomic with each other."
            : "Operations on the same type are atomic.",
        List.of(on(0, one), on(2, other), Shmem.barrier()));
  }

  private void setAndSwapOfReals() {
    for (ValueType type : List.of(ValueType.FLOAT, ValueType.DOUBLE)) {
      ShmemRma one = op(ShmemOperation.ATOMIC_SET, type, 0);
      ShmemRma other = op(ShmemOperation.ATOMIC_SWAP, type, 0);
      clean(
          "set-swap-" + word(type),
          3,
          Pair.remote(one, other),
          "Both are atomic.",
          on(0, one),
          on(2, other),
          Shmem.barrier());
      ShmemRma integer =
          op(
              ShmemOperation.ATOMIC_SET,
              type == ValueType.FLOAT ? ValueType.INT : ValueType.LONG,
              0);
      ShmemRma real = op(ShmemOperation.ATOMIC_SET, type, 0);
      race(
          "set-set-" + word(type) + "-integer",
          3,
          Pair.remote(integer, real),
          "The same size, but different types.",
          on(0, integer),
          on(2, real),
          Shmem.barrier());
    }
  }

  private void offsets() {
    for (int offset : new int[] {0, 4}) {
      for (ValueType type : List.of(ValueType.INT, ValueType.LONG)) {
        ShmemRma one = op(ShmemOperation.ATOMIC_ADD, type, 0);
        ShmemRma other = op(ShmemOperation.ATOMIC_ADD, ValueType.INT, offset);
        boolean racy = type == ValueType.LONG;
        add(
            "offset-" + word(type) + "-" + offset,
            3,
            Pair.remote(one, other),
            racy,
            racy ? "The values overlap, but do not coincide." : "The same value, or another one.",
            List.of(on(0, one), on(2, other), Shmem.barrier()));
      }
    }
  }

  private void domains() {
    ShmemRma one = op(ShmemOperation.ATOMIC_ADD, ValueType.INT, 0);
    ShmemRma other = op(ShmemOperation.ATOMIC_ADD, ValueType.INT, 0).on(ContextCode.OTHER);
    clean(
        "domain-context",
        3,
        Pair.remote(one, other),
        "Contexts of teams that descend from the same one share their atomicity.",
        on(0, one),
        on(2, other, new ShmemSyncs.Quiet(ContextCode.OTHER)),
        Shmem.barrier());
    ShmemRma world = op(ShmemOperation.ATOMIC_ADD, ValueType.INT, 0);
    ShmemRma shared = op(ShmemOperation.ATOMIC_ADD, ValueType.INT, 0).on(ContextCode.SHARED);
    race(
        "domain-shared",
        3,
        Pair.remote(world, shared),
        "The teams of the contexts descend from different predefined teams.",
        on(0, world),
        on(2, shared, new ShmemSyncs.Quiet(ContextCode.SHARED)),
        Shmem.barrier());
  }

  private void signals() {
    for (boolean first : new boolean[] {false, true}) {
      for (boolean second : new boolean[] {false, true}) {
        ArrayVariable data = Shmem.X;
        ShmemRma one =
            Shmem.rma(ShmemOperation.PUT_SIGNAL, Shmem.BUF.at(0), 1, data.at(0))
                .signalling(Shmem.SIGNAL.at(0), first);
        ShmemRma other =
            Shmem.rma(ShmemOperation.PUT_SIGNAL, Shmem.BUF.at(0), 1, data.at(4))
                .signalling(Shmem.SIGNAL.at(0), second);
        add(
            "signal-" + (first ? "add" : "set") + "-" + (second ? "add" : "set"),
            3,
            Pair.remote(one, other),
            first != second,
            first != second
                ? "Signal updates with different operators are not atomic with each other."
                : "Signal updates with the same operator are atomic.",
            List.of(on(0, one), on(2, other), Shmem.barrier()));
      }
    }
  }

  private static ShmemRma op(ShmemOperation call, ValueType type, int offset) {
    ArrayVariable buf = new ArrayVariable("buf_" + word(type), type, 8, Storage.STACK);
    Section there = X.bytes(offset, Layout.of(type, 1));
    return Shmem.rma(call, buf.at(0), 1, there);
  }

  private static String word(ValueType type) {
    return type.name().toLowerCase(Locale.ROOT).replace("_", "");
  }
}
