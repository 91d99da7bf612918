package fencepost.engine;

import static fencepost.engine.Bytes.bytes;

import org.junit.jupiter.api.Test;

/** The engine keeps one of many like effects of a source line. No race may be lost by that. */
class LoopTest extends Scenario {
  private static final int PUT = 1;
  private static final int LOAD = 2;
  private static final int STORE = 3;

  private final Bytes x = bytes(0, 8);

  @Test
  void aRepeatedLoadRacesWithAPutBetweenItsRepetitions() {
    rank(1).line(LOAD).load(x).send("go").line(LOAD).load(x);
    rank(0).receive("go").put(x, at(1)).flush(1);
    expectRace("put", "load");
  }

  @Test
  void aRepeatedLoadRacesWithAPutThatIsOrderedAfterItsFirstTime() {
    rank(1).line(LOAD).load(x).send("first").line(LOAD).load(x).send("second");
    rank(0).receive("first").put(x, at(1)).flush(1);
    expectRace("put", "load");
  }

  @Test
  void aRepeatedLoadIsOrderedBeforeAPutThatKnowsItsLastTime() {
    rank(1).line(LOAD).load(x).send("first").line(LOAD).load(x).send("second");
    rank(0).receive("first").receive("second").put(x, at(1)).flush(1);
    expectNoRace();
  }

  @Test
  void aLoopThatSynchronisesEveryIterationIsFreeOfRaces() {
    for (int i = 0; i < 5; i++) {
      rank(0).line(PUT).put(x, at(1)).flush(1).barrier().barrier();
      rank(1).barrier().line(LOAD).load(x).barrier();
    }
    expectNoRace();
  }

  @Test
  void aRaceThatOnlyTheLastIterationHasIsFound() {
    for (int i = 0; i < 5; i++) {
      rank(0).line(PUT).put(x, at(1)).flush(1).barrier().barrier();
      rank(1).barrier().line(LOAD).load(x).barrier();
    }
    rank(0).line(PUT).put(x, at(1)).barrier();
    rank(1).barrier().line(LOAD).load(x);
    expectRace("put", "load");
  }

  @Test
  void aRaceThatOnlyTheFirstIterationHasIsFound() {
    rank(0)
        .line(PUT)
        .put(x, at(1))
        .flush(1)
        .barrier()
        .line(PUT)
        .put(x, at(1))
        .flush(1)
        .send("done");
    rank(1).line(LOAD).load(x).barrier().receive("done").line(LOAD).load(x);
    expectRace("put", "load");
  }

  @Test
  void inSharedMemoryARaceThatOnlyTheLastIterationHasIsFound() {
    for (int i = 0; i < 5; i++) {
      rank(0).line(LOAD).load(x).barrier().barrier();
      rank(1).barrier().line(STORE).store(x, at(0)).barrier();
    }
    rank(0).line(LOAD).load(x);
    rank(1).line(STORE).store(x, at(0));
    expectRace("load", "store");
  }

  @Test
  void theSameLineRacesWithItself() {
    rank(0).line(PUT).put(x, at(1)).line(PUT).put(x, at(1));
    expectRace("put", "put");
  }

  @Test
  void theBufferOfACallMeetsTheEarlierTimesOfTheCallThatOnlyItsGrantIsOrderedAfter() {
    for (int i = 0; i < 2; i++) {
      rank(0).start(0).line(PUT).put(x, at(0), from(x)).complete(0);
      strand(0, 1).post(0).waitEpoch(0);
    }
    expectRace("put", "put");
  }
}
