package fencepost.engine;

import static fencepost.engine.Bytes.bytes;

import org.junit.jupiter.api.Test;

/** Program order and signals order what strands do, and nothing else does. */
class HappensBeforeTest extends Scenario {
  private final Bytes x = bytes(0, 8);
  private final Bytes buffer = bytes(64, 8);

  @Test
  void aMessageOrdersWhatWasBeforeItsSendBeforeWhatIsAfterItsReceipt() {
    rank(0).put(x, at(1)).flush(1).send("done");
    rank(1).receive("done").load(x);
    expectNoRace();
  }

  @Test
  void aMessageOrdersNothingThatComesAfterItsSend() {
    rank(0).send("done").put(x, at(1)).flush(1);
    rank(1).receive("done").load(x);
    expectRace("put", "load");
  }

  @Test
  void aMessageOrdersNothingThatComesBeforeItsReceipt() {
    rank(0).put(x, at(1)).flush(1).send("done");
    rank(1).load(x).receive("done");
    expectRace("put", "load");
  }

  @Test
  void aMessageDoesNotOrderTheReceiverBeforeTheSender() {
    rank(0).send("go").put(x, at(1)).flush(1);
    rank(1).receive("go").store(x);
    expectRace("put", "store");
  }

  @Test
  void orderIsTransitive() {
    rank(0).put(x, at(2)).flush(2).send("one");
    rank(1).receive("one").send("two");
    rank(2).receive("two").load(x);
    expectNoRace();
  }

  @Test
  void aBarrierOrdersBothWays() {
    rank(0).load(x).put(x, at(1)).flush(1).barrier().load(x);
    rank(1).put(x, at(0), from(buffer)).flush(0).barrier().load(x);
    expectRace("put", "load"); // only the load of rank 0 in front of the barrier
  }

  @Test
  void aBarrierOrdersOnlyItsMembers() {
    rank(0).put(x, at(1)).flush(1).barrier("of 0 and 2");
    rank(2).barrier("of 0 and 2").load(x);
    rank(1).load(x);
    expectRace("put", "load");
  }

  @Test
  void aCallOrdersOnlyTheStrandThatMadeIt() {
    rank(0).put(x, at(1)).flush(1).barrier();
    rank(1).barrier();
    strand(1, 1).load(x);
    expectRace("put", "load");
  }

  @Test
  void aStrandThatJoinsTheOneThatSynchronisedIsOrdered() {
    rank(0).put(x, at(1)).flush(1).barrier();
    rank(1).barrier().send("join");
    strand(1, 1).receive("join").load(x);
    expectNoRace();
  }

  @Test
  void twoOriginsMayOrderThemselvesWithoutTheTarget() {
    rank(0).put(x, at(2)).flush(2).send("done");
    rank(1).receive("done").put(x, at(2)).flush(2);
    expectNoRace();
  }

  @Test
  void twoOriginsWithoutOrderRace() {
    rank(0).put(x, at(2)).flush(2);
    rank(1).put(x, at(2)).flush(2);
    expectRace("put", "put");
  }

  @Test
  void anOriginThatOrdersItselfWithOneStrandOfTheTargetRacesWithAnother() {
    rank(0).put(x, at(1)).flush(1).send("done");
    rank(1).receive("done").store(x);
    strand(1, 1).store(x);
    expectRaces("put / store");
  }

  @Test
  void accessesInFrontOfTheBarrierAreOrderedBeforeCallsBehindIt() {
    rank(0).barrier().put(x, at(1)).get(x, at(1));
    rank(1).store(x).barrier();
    expectRace("put", "get"); // with each other
  }
}
