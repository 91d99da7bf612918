package fencepost.engine;

import static fencepost.engine.Bytes.bytes;

import org.junit.jupiter.api.Test;

/** The remote effects of an access epoch begin when the target grants it. */
class GrantTest extends Scenario {
  private final Bytes x = bytes(0, 8);
  private final Bytes y = bytes(64, 8);
  private final Bytes buffer = bytes(128, 8);

  @Test
  void whatTheTargetDidBeforeItsPostIsOrderedBeforeTheEpoch() {
    rank(0).start(1).put(x, at(1)).complete(1);
    rank(1).store(x).post(0).waitEpoch(0).load(x);
    expectNoRace();
  }

  @Test
  void whatTheTargetDoesBetweenPostAndWaitRacesWithTheEpoch() {
    rank(0).start(1).put(x, at(1)).complete(1);
    rank(1).post(0).store(x).waitEpoch(0);
    expectRace("put", "store");
  }

  @Test
  void theGrantOrdersWhatThePosterKnew() {
    rank(2).put(x, at(1)).flush(1).send("done");
    rank(1).receive("done").post(0);
    rank(0).start(1).put(x, at(1));
    expectNoRace();
  }

  @Test
  void theGrantDoesNotReachTheOriginsBuffers() {
    rank(1).put(buffer, at(0)).flush(0).post(0);
    rank(0).start(1).put(x, at(1), from(buffer)).complete(1);
    expectRace("put", "put");
  }

  @Test
  void theGrantDoesNotReachTheOriginsStrand() {
    rank(1).put(buffer, at(0)).flush(0).post(0);
    rank(0).start(1).put(x, at(1)).complete(1).load(buffer);
    expectRace("put", "load");
  }

  @Test
  void aCompletedGetHasWaitedForTheGrant() {
    rank(1).put(buffer, at(0)).flush(0).post(0);
    rank(0).start(1).get(x, at(1)).complete(1).load(buffer);
    expectNoRace();
  }

  @Test
  void completeFreesTheBuffer() {
    rank(0).start(1).put(x, at(1), from(buffer)).complete(1).store(buffer);
    rank(1).post(0).waitEpoch(0);
    expectNoRace();
  }

  @Test
  void completeIsNoRemoteCompletion() {
    rank(0).start(1).put(x, at(1)).complete(1).send("done");
    rank(1).post(0).waitEpoch(0);
    rank(2).receive("done").get(x, at(1));
    expectRace("put", "get");
  }

  @Test
  void theTargetsWaitCompletesTheEpochForWhoeverComesAfterIt() {
    rank(0).start(1).put(x, at(1)).complete(1);
    rank(1).post(0).waitEpoch(0).send("done");
    rank(2).receive("done").get(x, at(1));
    expectNoRace();
  }

  @Test
  void theTargetsWaitCompletesOnlyTheMatchingEpoch() {
    rank(0).put(x, at(1)).start(1).complete(1);
    rank(1).post(0).waitEpoch(0).load(x);
    expectRace("put", "load");
  }

  @Test
  void theNextEpochIsOrderedBehindTheLast() {
    rank(0).start(1).put(x, at(1)).complete(1).start(1).put(x, at(1)).complete(1);
    rank(1).post(0).waitEpoch(0).post(0).waitEpoch(0);
    expectNoRace();
  }

  @Test
  void twoOriginsOfOneExposureRace() {
    rank(0).start(2).put(x, at(2)).complete(2);
    rank(1).start(2).put(x, at(2)).complete(2);
    rank(2).post(0).post(1).waitEpoch(0).waitEpoch(1);
    expectRace("put", "put");
  }

  @Test
  void anEffectThatIsNeverGrantedNeverBegins() {
    rank(0).start(1).put(x, at(1));
    rank(1).store(x);
    expectNoRace();
  }

  @Test
  void anEffectThatWaitsForItsGrantIsNotOrderedAfterWhatItsStrandDoesMeanwhile() {
    strand(0, 1).post(0);
    rank(0).start(0).put(x, at(0)).store(x);
    expectRace("put", "store");
  }

  @Test
  void anEffectThatWaitsForItsGrantIsOrderedAfterWhatItsStrandDidBefore() {
    strand(0, 1).post(0);
    rank(0).start(0).store(x).put(x, at(0)).store(y);
    expectNoRace();
  }

  @Test
  void anEffectThatItsGrantLetsBeginLateIsStillTheEarlierOne() {
    rank(0).start(2).put(x, at(2)).send("issued");
    rank(1).receive("issued").get(x, at(2));
    for (int i = 0; i < 300; i++) {
      rank(1).send("unheard " + i).load(y);
    }
    rank(1).send("late");
    rank(2).receive("late").post(0);
    expectRaceInOrder("put", "get");
  }
}
