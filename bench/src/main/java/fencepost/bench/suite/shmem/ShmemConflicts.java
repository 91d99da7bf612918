package fencepost.bench.suite.shmem;

import static fencepost.bench.suite.Statements.load;
import static fencepost.bench.suite.Statements.on;
import static fencepost.bench.suite.Statements.store;

import fencepost.bench.suite.Catalogue;
import fencepost.bench.suite.Category;
import fencepost.bench.suite.Scenario;
import fencepost.bench.suite.Statement;
import fencepost.bench.suite.shmem.ShmemOperation.Does;
import fencepost.bench.suite.source.ArrayVariable;
import fencepost.bench.suite.source.ArrayVariable.Storage;
import fencepost.bench.suite.source.Section;
import fencepost.bench.suite.source.Strided;
import fencepost.bench.suite.source.ValueType;
import fencepost.trace.Model;
import java.util.List;
import java.util.Set;

/** Every cell of the conflict table with every call of OpenSHMEM. */
final class ShmemConflicts extends Catalogue {
  /** The only pairs of remote accesses that do not conflict. */
  private static final Set<Set<Does>> COMPATIBLE =
      Set.of(
          Set.of(Does.READ),
          Set.of(Does.READ, Does.ATOMIC_READ),
          Set.of(Does.ATOMIC_READ),
          Set.of(Does.ATOMIC_READ, Does.ATOMIC_UPDATE),
          Set.of(Does.ATOMIC_UPDATE));

  /** Calls that stand for all others in pairs. */
  private static final List<ShmemOperation> MAIN =
      List.of(
          ShmemOperation.PUT,
          ShmemOperation.GET,
          ShmemOperation.ATOMIC_ADD,
          ShmemOperation.ATOMIC_FETCH);

  private ShmemConflicts() {
    super(Model.SHMEM, Category.CONFLICT);
  }

  static List<Scenario> all() {
    ShmemConflicts conflicts = new ShmemConflicts();
    for (ShmemOperation call : ShmemOperation.values()) {
      conflicts.withTarget(call);
      conflicts.buffer(call);
      for (ShmemOperation main : MAIN) {
        boolean isMain = MAIN.contains(call);
        if (isMain && MAIN.indexOf(call) < MAIN.indexOf(main)) {
          continue; // the pair is there already
        }
        if (isMain || main != ShmemOperation.ATOMIC_FETCH) {
          conflicts.twoOrigins(main, call);
        }
        if (isMain || call.isNonblocking()) {
          conflicts.sameOrigin(main, call);
        }
      }
    }
    for (ShmemOperation one :
        List.of(
            ShmemOperation.PUT_NBI, ShmemOperation.GET_NBI, ShmemOperation.ATOMIC_FETCH_ADD_NBI)) {
      for (ShmemOperation other : ShmemOperation.values()) {
        if (other.hasBuffer() && !other.isStrided()) {
          conflicts.sameBuffer(one, other);
        }
      }
    }
    return conflicts.scenarios();
  }

  private void withTarget(ShmemOperation call) {
    for (boolean stores : new boolean[] {false, true}) {
      ValueType type = type(call, call);
      ShmemRma op = op(call, type, "", 0);
      Section there = x(type).at(0);
      Statement other = stores ? store(there) : load(there);
      boolean writes = call.does() == Does.WRITE || call.does() == Does.ATOMIC_UPDATE;
      add(
          call.label() + (stores ? "-store" : "-load"),
          2,
          Pair.remote(op, other),
          stores || writes,
          "An access of the target to its memory at the same time as a remote one.",
          List.of(on(0, op), on(1, other), Shmem.barrier()));
    }
  }

  private void twoOrigins(ShmemOperation a, ShmemOperation b) {
    ValueType type = type(a, b);
    ShmemRma one = op(a, type, "", 0);
    ShmemRma two = op(b, type, "", 0);
    add(
        a.label() + "-" + b.label(),
        3,
        Pair.remote(one, two),
        conflict(a, b),
        "Two origins access the same memory of a target at the same time.",
        List.of(on(0, one), on(2, two), Shmem.barrier()));
  }

  private void sameOrigin(ShmemOperation a, ShmemOperation b) {
    ValueType type = type(a, b);
    ShmemRma one = op(a, type, "", 0);
    ShmemRma two = op(b, type, "2", 0);
    boolean over = a.isFinishedOnReturn();
    add(
        a.label() + "-" + b.label() + "-sameorigin",
        2,
        Pair.remote(one, two),
        conflict(a, b) && !over,
        over
            ? "The first access is over when the call returns."
            : "One origin accesses the same memory of a target twice without completion in between.",
        List.of(on(0, one, two), Shmem.barrier()));
  }

  private void buffer(ShmemOperation call) {
    if (!call.hasBuffer()) {
      return;
    }
    for (boolean stores : new boolean[] {false, true}) {
      ValueType type = type(call, call);
      ShmemRma op = op(call, type, "", 0);
      Section here = op.local().times(1);
      Statement other = stores ? store(here) : load(here);
      boolean fills = call.does() != Does.WRITE;
      add(
          call.label() + (stores ? "-store" : "-load"),
          2,
          Pair.local(op, other),
          call.isNonblocking() && (fills || stores),
          call.isNonblocking()
              ? "The origin uses a buffer of an operation that is not complete."
              : "The buffer is free when the call returns.",
          List.of(on(0, op, other), Shmem.barrier()));
    }
  }

  private void sameBuffer(ShmemOperation a, ShmemOperation b) {
    ValueType type = type(a, b);
    ShmemRma one = op(a, type, "", 0);
    ShmemRma two = op(b, type, "", 4);
    boolean fill = a.does() != Does.WRITE || b.does() != Does.WRITE;
    add(
        a.label() + "-" + b.label(),
        2,
        Pair.local(one, two),
        fill,
        "Two operations of one origin use the same buffer.",
        List.of(on(0, one, two), Shmem.barrier()));
  }

  private static boolean conflict(ShmemOperation a, ShmemOperation b) {
    return !COMPATIBLE.contains(
        a.does() == b.does() ? Set.of(a.does()) : Set.of(a.does(), b.does()));
  }

  /** Bitwise operations exist for unsigned types. */
  private static ValueType type(ShmemOperation a, ShmemOperation b) {
    return a.isBitwise() || b.isBitwise() ? ValueType.UNSIGNED : ValueType.INT;
  }

  private static ArrayVariable x(ValueType type) {
    return new ArrayVariable("x", type, 8, Storage.STATIC);
  }

  private static ShmemRma op(ShmemOperation call, ValueType type, String suffix, int index) {
    ArrayVariable buf = new ArrayVariable("buf" + suffix, type, 8, Storage.STACK);
    if (!call.isStrided()) {
      return Shmem.rma(call, buf.at(0), 1, x(type).at(index));
    }
    Strided two = new Strided(type, 2, 2);
    return Shmem.rma(call, buf.bytes(0, two), 1, x(type).bytes((long) index * 4, two));
  }
}
