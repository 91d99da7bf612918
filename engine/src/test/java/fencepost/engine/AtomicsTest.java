package fencepost.engine;

import static fencepost.engine.Bytes.blocks;
import static fencepost.engine.Bytes.bytes;

import fencepost.model.AtomicType;
import org.junit.jupiter.api.Test;

/** Atomic accesses may meet where they use the same type and coincide element by element. */
class AtomicsTest extends Scenario {
  private static final AtomicType INT = new AtomicType("int4", 4);
  private static final AtomicType FLOAT = new AtomicType("float4", 4);

  private final Bytes x = bytes(0, 8);
  private final Bytes buffer = bytes(64, 8);
  private final Bytes other = bytes(128, 8);

  @Test
  void updatesOfTheSameTypeDoNotRace() {
    rank(0).accumulate(x, at(2), INT);
    rank(1).accumulate(x, at(2), INT).fetch(x, at(2), INT, into(buffer));
    expectNoRace();
  }

  @Test
  void updatesOfDifferentTypesRace() {
    rank(0).accumulate(x, at(2), INT);
    rank(1).accumulate(x, at(2), FLOAT);
    expectRace("accumulate", "accumulate");
  }

  @Test
  void updatesThatMeetInWholeElementsDoNotRace() {
    rank(0).accumulate(x, at(2), INT);
    rank(1).accumulate(bytes(4, 8), at(2), INT).accumulate(blocks(0, 4, 3, 8), at(2), INT);
    expectNoRace();
  }

  @Test
  void updatesThatStraddleRace() {
    rank(0).accumulate(x, at(2), INT);
    rank(1).accumulate(bytes(2, 4), at(2), INT);
    expectRace("accumulate", "accumulate");
  }

  @Test
  void updatesThatCoincideInOneBlockAndStraddleInTheNextRace() {
    rank(0).accumulate(bytes(0, 16), at(2), INT);
    rank(1).accumulate(blocks(0, 4, 2, 6), at(2), INT);
    expectRace("accumulate", "accumulate");
  }

  @Test
  void anAtomicReadAndAnUpdateDoNotRace() {
    rank(0).atomicGet(x, at(2), INT, into(buffer));
    rank(1).accumulate(x, at(2), INT);
    expectNoRace();
  }

  @Test
  void anAtomicReadAndAnUpdateOfAnotherTypeRace() {
    rank(0).atomicGet(x, at(2), FLOAT, into(buffer));
    rank(1).accumulate(x, at(2), INT);
    expectRace("atomicGet", "accumulate");
  }

  @Test
  void twoAtomicReadsNeverRace() {
    rank(0).atomicGet(x, at(2), FLOAT, into(buffer));
    rank(1).atomicGet(bytes(2, 4), at(2), INT, into(buffer));
    expectNoRace();
  }

  @Test
  void anUpdateRacesWithEveryAccessThatIsNotAtomic() {
    rank(0).accumulate(x, at(2), INT);
    rank(1).put(x, at(2));
    rank(2).load(x);
    expectRaces("accumulate / put", "accumulate / load", "put / load");
  }

  @Test
  void anAtomicReadRacesOnlyWithWrites() {
    rank(0).atomicGet(x, at(2), INT, into(buffer));
    rank(1).get(x, at(2));
    rank(2).load(x).put(other, at(0), from(x)).store(bytes(7, 1));
    expectRaces("atomicGet / store", "get / store", "put / store");
  }

  @Test
  void theBuffersOfAtomicCallsAreNotAtomic() {
    rank(0).accumulate(x, at(2), INT, from(buffer)).fetch(x, at(2), INT, into(buffer));
    rank(1).accumulate(buffer, at(0), INT);
    expectRaces("accumulate / fetch", "accumulate / accumulate");
  }

  @Test
  void theResultOfAFetchMustBeWaitedFor() {
    rank(0).fetch(x, at(1), INT, into(buffer)).load(buffer).flushLocal(1).load(buffer);
    expectRace("fetch", "load");
  }

  @Test
  void theReadPartOfAFetchIsOverWithItsResult() {
    rank(0).atomicGet(x, at(1), INT, into(buffer)).as("r").waitFor("r").send("done");
    rank(1).receive("done").store(x);
    expectNoRace();
  }

  @Test
  void theUpdatePartOfAFetchStaysOpenBehindItsResult() {
    rank(0).fetch(x, at(1), INT, into(buffer)).as("r").waitFor("r").send("done");
    rank(1).receive("done").load(x);
    expectRace("fetch", "load");
  }

  @Test
  void theUpdatePartOfAFetchIsOverWithAFlush() {
    rank(0).fetch(x, at(1), INT, into(buffer)).flush(1).send("done");
    rank(1).receive("done").store(x);
    expectNoRace();
  }

  @Test
  void theThreeEffectsOfAFetchNeverConflict() {
    rank(0).fetch(x, at(0), INT, into(x));
    expectNoRace();
  }
}
