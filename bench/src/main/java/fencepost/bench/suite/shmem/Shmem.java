package fencepost.bench.suite.shmem;

import fencepost.bench.suite.Statement;
import fencepost.bench.suite.shmem.ShmemSyncs.Waiting;
import fencepost.bench.suite.source.Memory;
import fencepost.bench.suite.source.Memory.Storage;
import fencepost.bench.suite.source.Section;
import fencepost.bench.suite.source.Type;

/** The words in which OpenSHMEM scenarios are written. */
final class Shmem {
  /** Symmetric memory. */
  static final Memory X = new Memory("x", Type.INT, 8, Storage.STATIC);

  static final Memory FLAG = new Memory("flag", Type.INT, 8, Storage.STATIC);
  static final Memory SIGNAL = new Memory("sig", Type.UNSIGNED_LONG, 8, Storage.STATIC);
  static final Memory LOCK = new Memory("lock", Type.LONG, 1, Storage.STATIC);
  private static final Memory SOURCE = new Memory("source", Type.INT, 8, Storage.STATIC);
  private static final Memory DESTINATION = new Memory("destination", Type.INT, 8, Storage.STATIC);

  /** Private buffers. */
  static final Memory BUF = new Memory("buf", Type.INT, 8, Storage.STACK);

  static final Memory BUF2 = new Memory("buf2", Type.INT, 8, Storage.STACK);
  static final Memory ONE = new Memory("one", Type.INT, 1, Storage.STACK).initially(1);

  private Shmem() {}

  static ShmemRma rma(ShmemCall call, Section local, int target, Section remote) {
    return new ShmemRma(call, local, target, remote, Context.DEFAULT, SIGNAL.at(0), false, 1);
  }

  static ShmemRma put(Section local, int target, Section remote) {
    return rma(ShmemCall.PUT, local, target, remote);
  }

  static ShmemRma putNbi(Section local, int target, Section remote) {
    return rma(ShmemCall.PUT_NBI, local, target, remote);
  }

  static ShmemRma get(Section local, int target, Section remote) {
    return rma(ShmemCall.GET, local, target, remote);
  }

  static ShmemRma getNbi(Section local, int target, Section remote) {
    return rma(ShmemCall.GET_NBI, local, target, remote);
  }

  /** Sets a flag to 1, by any call that takes a value. */
  static ShmemRma raise(ShmemCall call, int target, Section flag) {
    return rma(call, ONE.at(0), target, flag);
  }

  static Statement quiet() {
    return new ShmemSyncs.Quiet(Context.DEFAULT);
  }

  static Statement fence() {
    return new ShmemSyncs.Fence(Context.DEFAULT);
  }

  static Statement barrier() {
    return new ShmemSyncs.Barrier(true);
  }

  static Statement syncAll() {
    return new ShmemSyncs.Barrier(false);
  }

  static Statement teamSync(Team team) {
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
