package fencepost.engine;

import static fencepost.engine.Bytes.bytes;

import org.junit.jupiter.api.Test;

/**
 * Plain accesses race between processes that share memory, not between the strands of one process.
 */
class SharedMemoryTest extends Scenario {
  private final Bytes x = bytes(0, 8);

  @Test
  void aStoreRacesWithTheLoadOfAnotherProcess() {
    rank(0).store(x);
    rank(1).load(x, at(0));
    expectRace("store", "load");
  }

  @Test
  void twoStoresOfDifferentProcessesRace() {
    rank(1).store(x, at(0));
    rank(2).store(x, at(0));
    expectRace("store", "store");
  }

  @Test
  void twoLoadsDoNotRace() {
    rank(0).load(x);
    rank(1).load(x, at(0));
    expectNoRace();
  }

  @Test
  void aBarrierOrdersAStoreBeforeTheLoadOfAnotherProcess() {
    rank(0).store(x).barrier();
    rank(1).barrier().load(x, at(0));
    expectNoRace();
  }

  @Test
  void twoStrandsOfTheOwnerAreAThreadRaceAndNoneOfOurs() {
    rank(0).store(x);
    strand(0, 1).store(x).load(x);
    expectNoRace();
  }

  @Test
  void twoStrandsOfAnotherProcessAreAThreadRaceAndNoneOfOurs() {
    rank(1).store(x, at(0));
    strand(1, 1).store(x, at(0));
    expectNoRace();
  }

  @Test
  void eachStrandOfTheOwnerRacesWithTheOtherProcess() {
    rank(0).load(x).send("loaded");
    strand(0, 1).store(x);
    rank(1).receive("loaded").store(x, at(0));
    expectRace("store", "store");
  }

  @Test
  void anAccessThatIsRepeatedMeetsAnotherProcessThatCameLater() {
    rank(0).line(1).store(x).send("go").line(1).store(x);
    rank(1).receive("go").load(x, at(0));
    expectRace("store", "load");
  }

  @Test
  void aPutRacesWithTheAccessOfAnyProcess() {
    rank(0).put(x, at(1));
    rank(2).load(x, at(1));
    expectRace("put", "load");
  }
}
