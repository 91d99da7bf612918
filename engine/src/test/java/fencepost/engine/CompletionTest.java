package fencepost.engine;

import static fencepost.engine.Bytes.bytes;

import org.junit.jupiter.api.Test;

/** An effect lasts from its issue to its completion points. */
class CompletionTest extends Scenario {
  private final Bytes x = bytes(0, 8);
  private final Bytes buffer = bytes(64, 8);
  private final Bytes other = bytes(128, 8);

  @Test
  void aFlushedPutIsOverForWhoeverComesAfterTheNextBarrier() {
    rank(0).put(x, at(1)).flush(1).barrier();
    rank(1).barrier().load(x);
    expectNoRace();
  }

  @Test
  void aBarrierWithoutAFlushCompletesNothing() {
    rank(0).put(x, at(1)).barrier();
    rank(1).barrier().load(x);
    expectRace("put", "load");
  }

  @Test
  void aFlushWithoutABarrierOrdersNothing() {
    rank(0).put(x, at(1)).flush(1);
    rank(1).load(x);
    expectRace("put", "load");
  }

  @Test
  void aFlushBehindTheBarrierIsTooLate() {
    rank(0).put(x, at(1)).barrier().flush(1);
    rank(1).barrier().load(x);
    expectRace("put", "load");
  }

  @Test
  void aFlushCompletesNothingAtOtherTargets() {
    rank(0).put(x, at(1)).flush(2).barrier();
    rank(1).barrier().store(x);
    expectRace("put", "store");
  }

  @Test
  void aFlushCompletesNothingOfOtherProcesses() {
    rank(0).put(x, at(1)).send("issued");
    rank(2).receive("issued").flush(1).send("flushed");
    rank(1).receive("flushed").load(x);
    expectRace("put", "load");
  }

  @Test
  void aFlushBeforeTheIssueDoesNotCount() {
    rank(0).flush(1).put(x, at(1)).barrier();
    rank(1).barrier().load(x);
    expectRace("put", "load");
  }

  @Test
  void aPutReadsItsBufferUntilItIsLocallyComplete() {
    rank(0).put(x, at(1), from(buffer)).load(buffer).store(buffer);
    expectRace("put", "store");
  }

  @Test
  void aGetWritesItsBufferUntilItIsLocallyComplete() {
    rank(0).get(x, at(1), into(buffer)).load(buffer);
    expectRace("get", "load");
  }

  @Test
  void localCompletionFreesTheBuffer() {
    rank(0).put(x, at(1), from(buffer)).flushLocal(1).store(buffer);
    expectNoRace();
  }

  @Test
  void localCompletionIsNoRemoteCompletion() {
    rank(0).put(x, at(1), from(buffer)).flushLocal(1).barrier();
    rank(1).barrier().load(x);
    expectRace("put", "load");
  }

  @Test
  void localCompletionOfAGetEndsItsReadAtTheTarget() {
    rank(0).get(x, at(1), into(buffer)).flushLocal(1).barrier();
    rank(1).barrier().store(x);
    expectNoRace();
  }

  @Test
  void waitingForARequestCompletesOnlyThatCall() {
    rank(0).get(x, at(1), into(buffer)).as("first").put(x, at(2), from(other));
    rank(0).waitFor("first").load(buffer).store(other);
    expectRace("put", "store");
  }

  @Test
  void waitingForAPutIsLocalCompletion() {
    rank(0).put(x, at(1), from(buffer)).as("put").waitFor("put").store(buffer).barrier();
    rank(1).barrier().load(x);
    expectRace("put", "load");
  }

  @Test
  void aFlushByAnotherStrandCountsIfItComesAfterTheIssue() {
    rank(0).put(x, at(1)).send("issued");
    strand(0, 1).receive("issued").flush(1).send("flushed");
    rank(1).receive("flushed").load(x);
    expectNoRace();
  }

  @Test
  void aFlushByAnUnorderedStrandCompletesNothing() {
    rank(0).put(x, at(1));
    strand(0, 1).flush(1).send("flushed");
    rank(1).receive("flushed").load(x);
    expectRace("put", "load");
  }

  @Test
  void anyOfSeveralCompletionPointsWillDo() {
    rank(0).put(x, at(1)).send("issued").flush(1).send("flushed by 0");
    strand(0, 1).receive("issued").flush(1).send("flushed by 1");
    strand(0, 2).receive("issued").flush(1).send("flushed by 2");
    rank(1).receive("flushed by 0").load(x);
    strand(1, 1).receive("flushed by 1").load(x);
    strand(1, 2).receive("flushed by 2").load(x);
    expectNoRace();
  }

  @Test
  void severalCompletionPointsDoNotHelpWhoKnowsNone() {
    rank(0).put(x, at(1)).send("issued").flush(1);
    strand(0, 1).receive("issued").flush(1);
    rank(1).receive("issued").load(x);
    expectRace("put", "load");
  }

  @Test
  void remoteCompletionSeenElsewhereFreesTheBufferForWhoeverComesAfterIt() {
    rank(0).put(x, at(1), from(buffer)).send("issued");
    strand(0, 1).receive("issued").flush(1).send("ping");
    rank(1).receive("ping").send("pong");
    rank(0).receive("pong").store(buffer);
    expectNoRace();
  }

  @Test
  void effectsOfOneCallNeverConflict() {
    rank(0).get(x, at(0), into(x)).flush(0).put(x, at(0), from(x));
    expectNoRace();
  }

  @Test
  void twoCallsOfOneStrandDoConflict() {
    rank(0).put(x, at(1)).put(x, at(1));
    expectRace("put", "put");
  }

  @Test
  void twoCallsOfOneStrandAreOrderedByAFlush() {
    rank(0).put(x, at(1)).flush(1).put(x, at(1));
    expectNoRace();
  }

  @Test
  void twoReadsNeverConflict() {
    rank(0).get(x, at(1));
    rank(1).load(x).put(other, at(0), from(x));
    rank(2).get(x, at(1));
    expectNoRace();
  }

  @Test
  void accessesToDifferentBytesOrRanksNeverConflict() {
    rank(0).put(bytes(0, 4), at(1)).put(x, at(2));
    rank(1).store(bytes(4, 4));
    expectNoRace();
  }

  @Test
  void combsThatPassEachOtherDoNotConflict() {
    rank(0).put(Bytes.blocks(0, 4, 5, 8), at(1)).put(Bytes.blocks(4, 4, 5, 8), at(1));
    expectNoRace();
  }

  @Test
  void oneCommonByteIsEnough() {
    rank(0).put(Bytes.blocks(0, 4, 5, 8), at(1)).put(bytes(35, 2), at(1));
    expectRace("put", "put");
  }
}
