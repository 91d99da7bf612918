package fencepost.bench.suite.shmem;

import static fencepost.bench.suite.Statements.on;

import fencepost.bench.suite.Catalogue;
import fencepost.bench.suite.Category;
import fencepost.bench.suite.Scenario;
import fencepost.bench.suite.source.Layout;
import fencepost.bench.suite.source.Memory;
import fencepost.bench.suite.source.Memory.Storage;
import fencepost.bench.suite.source.Section;
import fencepost.bench.suite.source.Type;
import fencepost.trace.Model;
import java.util.List;
import java.util.Locale;

/** Which atomic operations of OpenSHMEM are atomic with each other. */
final class ShmemAtomics extends Catalogue {
  private static final Memory X = new Memory("x", Type.LONG, 8, Storage.STATIC);

  private static final List<ShmemCall> CALLS =
      List.of(
          ShmemCall.ATOMIC_SET,
          ShmemCall.ATOMIC_INC,
          ShmemCall.ATOMIC_ADD,
          ShmemCall.ATOMIC_FETCH,
          ShmemCall.ATOMIC_FETCH_ADD,
          ShmemCall.ATOMIC_SWAP,
          ShmemCall.ATOMIC_COMPARE_SWAP);

  private record Types(Type one, Type other, boolean racy) {}

  private static final List<Types> TYPES =
      List.of(
          new Types(Type.INT, Type.INT, false),
          new Types(Type.LONG, Type.LONG, false),
          new Types(Type.UNSIGNED, Type.UNSIGNED, false),
          new Types(Type.INT, Type.LONG, true),
          new Types(Type.UNSIGNED, Type.INT, true),
          new Types(Type.UNSIGNED_LONG, Type.LONG, true),
          new Types(Type.INT, Type.UNSIGNED_LONG, true));

  private ShmemAtomics() {
    super(Model.SHMEM, Category.ATOMIC);
  }

  static List<Scenario> all() {
    ShmemAtomics atomics = new ShmemAtomics();
    for (Types types : TYPES) {
      for (ShmemCall call : CALLS) {
        if (types.one == types.other
            || call == ShmemCall.ATOMIC_ADD
            || call == ShmemCall.ATOMIC_FETCH_ADD) {
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

  private void types(Types types, ShmemCall call) {
    ShmemRma one = op(ShmemCall.ATOMIC_ADD, types.one, 0);
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
    for (Type type : List.of(Type.FLOAT, Type.DOUBLE)) {
      ShmemRma one = op(ShmemCall.ATOMIC_SET, type, 0);
      ShmemRma other = op(ShmemCall.ATOMIC_SWAP, type, 0);
      clean(
          "set-swap-" + word(type),
          3,
          Pair.remote(one, other),
          "Both are atomic.",
          on(0, one),
          on(2, other),
          Shmem.barrier());
      ShmemRma integer = op(ShmemCall.ATOMIC_SET, type == Type.FLOAT ? Type.INT : Type.LONG, 0);
      ShmemRma real = op(ShmemCall.ATOMIC_SET, type, 0);
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
      for (Type type : List.of(Type.INT, Type.LONG)) {
        ShmemRma one = op(ShmemCall.ATOMIC_ADD, type, 0);
        ShmemRma other = op(ShmemCall.ATOMIC_ADD, Type.INT, offset);
        boolean racy = type == Type.LONG;
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
    ShmemRma one = op(ShmemCall.ATOMIC_ADD, Type.INT, 0);
    ShmemRma other = op(ShmemCall.ATOMIC_ADD, Type.INT, 0).on(Context.OTHER);
    clean(
        "domain-context",
        3,
        Pair.remote(one, other),
        "Contexts of teams that descend from the same one share their atomicity.",
        on(0, one),
        on(2, other, new ShmemSyncs.Quiet(Context.OTHER)),
        Shmem.barrier());
    ShmemRma world = op(ShmemCall.ATOMIC_ADD, Type.INT, 0);
    ShmemRma shared = op(ShmemCall.ATOMIC_ADD, Type.INT, 0).on(Context.SHARED);
    race(
        "domain-shared",
        3,
        Pair.remote(world, shared),
        "The teams of the contexts descend from different predefined teams.",
        on(0, world),
        on(2, shared, new ShmemSyncs.Quiet(Context.SHARED)),
        Shmem.barrier());
  }

  private void signals() {
    for (boolean first : new boolean[] {false, true}) {
      for (boolean second : new boolean[] {false, true}) {
        Memory data = Shmem.X;
        ShmemRma one =
            Shmem.rma(ShmemCall.PUT_SIGNAL, Shmem.BUF.at(0), 1, data.at(0))
                .signalling(Shmem.SIGNAL.at(0), first);
        ShmemRma other =
            Shmem.rma(ShmemCall.PUT_SIGNAL, Shmem.BUF.at(0), 1, data.at(4))
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

  private static ShmemRma op(ShmemCall call, Type type, int offset) {
    Memory buf = new Memory("buf_" + word(type), type, 8, Storage.STACK);
    Section there = X.bytes(offset, Layout.of(type, 1));
    return Shmem.rma(call, buf.at(0), 1, there);
  }

  private static String word(Type type) {
    return type.name().toLowerCase(Locale.ROOT).replace("_", "");
  }
}
