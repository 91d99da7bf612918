package fencepost.bench.suite.shmem;

import fencepost.bench.suite.Statement;
import fencepost.bench.suite.shmem.ShmemSyncs.Waiting;
import fencepost.bench.suite.source.ArrayVariable;
import fencepost.bench.suite.source.ArrayVariable.Storage;
import fencepost.bench.suite.source.Section;
import fencepost.bench.suite.source.ValueType;

/** The words in which OpenSHMEM scenarios are written. */
final class Shmem {
  /** Symmetric memory. */
  static final ArrayVariable X = new ArrayVariable("x", ValueType.INT, 8, Storage.STATIC);

  static final ArrayVariable FLAG = new ArrayVariable("flag", ValueType.INT, 8, Storage.STATIC);
  static final ArrayVariable SIGNAL =
      new ArrayVariable("sig", ValueType.UNSIGNED_LONG, 8, Storage.STATIC);
  static final ArrayVariable LOCK = new ArrayVariable("lock", ValueType.LONG, 1, Storage.STATIC);
  private static final ArrayVariable SOURCE =
      new ArrayVariable("source", ValueType.INT, 8, Storage.STATIC);
  private static final ArrayVariable DESTINATION =
      new ArrayVariable("destination", ValueType.INT, 8, Storage.STATIC);

  /** Private buffers. */
  static final ArrayVariable BUF = new ArrayVariable("buf", ValueType.INT, 8, Storage.STACK);

  static final ArrayVariable BUF2 = new ArrayVariable("buf2", ValueType.INT, 8, Storage.STACK);
  static final ArrayVariable ONE =
      new ArrayVariable("one", ValueType.INT, 1, Storage.STACK).initially(1);

  private Shmem() {}

  static ShmemRma rma(ShmemOperation call, Section local, int target, Section remote) {
    return new ShmemRma(call, local, target, remote, ContextCode.DEFAULT, SIGNAL.at(0), false, 1);
  }

  static ShmemRma put(Section local, int target, Section remote) {
    return rma(ShmemOperation.PUT, local, target, remote);
  }

  static ShmemRma putNbi(Section local, int target, Section remote) {
    return rma(ShmemOperation.PUT_NBI, local, target, remote);
  }

  static ShmemRma get(Section local, int target, Section remote) {
    return rma(ShmemOperation.GET, local, target, remote);
  }

  static ShmemRma getNbi(Section local, int target, Section remote) {
    return rma(ShmemOperation.GET_NBI, local, target, remote);
  }

  /** Sets a flag to 1, by any call that takes a value. */
  static ShmemRma raise(ShmemOperation call, int target, Section flag) {
    return rma(call, ONE.at(0), target, flag);
  }

  static Statement quiet() {
    return new ShmemSyncs.Quiet(ContextCode.DEFAULT);
  }

  static Statement fence() {
    return new ShmemSyncs.Fence(ContextCode.DEFAULT);
  }

  static Statement barrier() {
    return new ShmemSyncs.Barrier(true);
  }

  static Statement syncAll() {
    return new ShmemSyncs.Barrier(false);
  }

  static Statement teamSync(TeamCode team) {
    return new ShmemSyncs.TeamSync(team);
  }

  static Statement collective(String function, int root) {
    return new ShmemSyncs.Collective(function, root, DESTINATION.at(0), SOURCE.at(0));
  }

  static Statement await(Section flag, int value) {
    return new ShmemSyncs.Await(Waiting.WAIT_UNTIL, flag, value, false);
  }

  static Statement await(Waiting how, Section flag, int value) {
    return new ShmemSyncs.Await(how, flag, value, false);
  }

  static Statement setLock(int other) {
    return new ShmemSyncs.SetLock(LOCK.at(0), other, false);
  }

  static Statement clearLock() {
    return new ShmemSyncs.ClearLock(LOCK.at(0));
  }
}
