package fencepost.engine;

import static fencepost.engine.Bytes.bytes;

import org.junit.jupiter.api.Test;

/** Lock epochs that exclude each other cannot overlap, whatever their order was. */
class LockTest extends Scenario {
  private final Bytes x = bytes(0, 8);
  private final Bytes y = bytes(64, 8);
  private final Bytes buffer = bytes(128, 8);

  @Test
  void twoExclusiveEpochsExcludeEachOther() {
    rank(0).lock(exclusive(2)).put(x, at(2)).unlock(2);
    rank(1).lock(exclusive(2)).put(x, at(2)).unlock(2);
    expectNoRace();
  }

  @Test
  void anExclusiveEpochExcludesASharedOne() {
    rank(0).lock(exclusive(2)).put(x, at(2)).unlock(2);
    rank(1).lock(shared(2)).get(x, at(2)).unlock(2);
    expectNoRace();
  }

  @Test
  void twoSharedEpochsDoNotExcludeEachOther() {
    rank(0).lock(shared(2)).put(x, at(2)).unlock(2);
    rank(1).lock(shared(2)).put(x, at(2)).unlock(2);
    expectRace("put", "put");
  }

  @Test
  void aLockThatNobodyChecksExcludesNobody() {
    rank(0).lock(exclusive(2).unchecked()).put(x, at(2)).unlock(2);
    rank(1).lock(exclusive(2)).put(x, at(2)).unlock(2);
    expectRace("put", "put");
  }

  @Test
  void effectsOfOneEpochAreNotExcluded() {
    rank(0).lock(exclusive(2)).put(x, at(2)).put(x, at(2)).unlock(2);
    expectRace("put", "put");
  }

  @Test
  void epochsOfOneProcessAreNotExcluded() {
    rank(0).lock(exclusive(2)).put(x, at(2)).unlock(2);
    strand(0, 1).lock(exclusive(2)).put(x, at(2)).unlock(2);
    expectRace("put", "put");
  }

  @Test
  void aLockProtectsOnlyFromThoseWhoLock() {
    rank(0).lock(exclusive(2)).put(x, at(2)).unlock(2);
    rank(1).put(x, at(2));
    rank(2).load(x);
    expectRaces("put / put", "put / load");
  }

  @Test
  void locksOnDifferentTargetsDoNotExclude() {
    rank(0).lock(exclusive(2)).put(x, at(1));
    rank(2).lock(exclusive(1)).put(x, at(1)).unlock(1);
    expectRace("put", "put");
  }

  @Test
  void originBuffersAreNotExcluded() {
    rank(0).lock(exclusive(2)).put(x, at(2), from(buffer)).unlock(2);
    rank(1).lock(exclusive(0)).put(buffer, at(0)).unlock(0);
    expectRace("put", "put");
  }

  @Test
  void theOwnersAccessesAreExcludedWhileItHoldsItsOwnLock() {
    rank(0).lock(exclusive(1)).put(x, at(1)).unlock(1);
    rank(1).lock(shared(1)).load(x).unlock(1);
    expectNoRace();
  }

  @Test
  void theOwnersAccessesAreNotExcludedBehindItsUnlock() {
    rank(0).lock(exclusive(1)).put(x, at(1)).unlock(1);
    rank(1).lock(exclusive(1)).unlock(1).load(x);
    expectRace("put", "load");
  }

  @Test
  void anUnlockCompletesAsAFlushDoes() {
    rank(0).lock(shared(1)).put(x, at(1), from(buffer)).unlock(1).store(buffer).barrier();
    rank(1).barrier().load(x);
    expectNoRace();
  }

  @Test
  void anObservedAcquisitionOrdersTheUnlockBeforeTheNextEpoch() {
    rank(0).put(x, at(2)).lock(exclusive(2)).unlock(2);
    rank(1).lock(exclusive(2).observed()).get(x, at(2)).unlock(2);
    expectNoRace();
  }

  @Test
  void anAcquisitionThatNobodyObservedOrdersNothing() {
    rank(0).put(x, at(2)).lock(exclusive(2)).unlock(2);
    rank(1).lock(exclusive(2)).get(x, at(2)).unlock(2);
    expectRace("put", "get");
  }

  @Test
  void sharedEpochsAreNotOrderedByTheirAcquisition() {
    rank(0).put(x, at(2)).lock(shared(2)).unlock(2);
    rank(1).lock(shared(2).observed()).get(x, at(2)).unlock(2);
    expectRace("put", "get");
  }

  @Test
  void anExclusiveEpochBeginsAfterAllSharedOnesBeforeIt() {
    rank(0).put(x, at(3)).lock(shared(3)).unlock(3);
    rank(1).put(y, at(3)).lock(shared(3)).unlock(3);
    rank(2).lock(exclusive(3).observed()).get(x, at(3)).get(y, at(3)).unlock(3);
    expectNoRace();
  }

  @Test
  void theAcquisitionReachesTheHoldersStrandOnlyWhereItMustHaveWaited() {
    rank(0).put(buffer, at(1)).flush(1).lock(exclusive(2)).unlock(2);
    rank(1).lock(exclusive(2).observed()).load(buffer).put(x, at(2)).flush(2).store(buffer);
    expectRace("put", "load");
  }

  @Test
  void theUnlockOfAnEmptyEpochNeedNotHaveWaited() {
    rank(0).put(buffer, at(1)).flush(1).lock(exclusive(2)).unlock(2);
    rank(1).lock(exclusive(2).observed()).unlock(2).load(buffer);
    expectRace("put", "load");
  }

  @Test
  void aLockOnOneselfHasWaited() {
    rank(0).put(buffer, at(1)).flush(1).lock(exclusive(1)).unlock(1);
    rank(1).lock(exclusive(1).observed()).load(buffer);
    expectNoRace();
  }
}
