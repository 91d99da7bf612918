package fencepost.engine;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import fencepost.clocks.CommonKnowledge;
import fencepost.clocks.Signal;
import fencepost.model.AccessKind;
import fencepost.model.AtomicType;
import fencepost.model.Effect;
import fencepost.model.Operation;
import fencepost.model.Point;
import fencepost.model.Region;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/**
 * What one run tells of others, in which locks are taken in another order, or other messages that
 * look the same.
 */
class PredictionTest {
  private static final int OWNER = 9; // of memory that both others can load and store
  private static final Region DATA = Region.of(0, 8);
  private static final Region OTHER = Region.of(64, 8);
  private static final AtomicType WORD = new AtomicType("int8", 8);
  private static final Operation.Completion BY_FLUSH = new Operation.Completion("flush", "flush");

  private final List<String> seen = new ArrayList<>();
  private final List<Witness> predicted = new ArrayList<>();
  private final List<Witness> candidates = new ArrayList<>();
  private final Detector run = Detector.predicting(new Listener(), false);
  private final Strand first = run.strand(0);
  private final Strand second = run.strand(1);
  private final Map<String, LockSection> held = new HashMap<>();
  private final Map<String, Signal> released = new HashMap<>();
  private int site;
  private boolean mayDoSomethingElse;

  private final class Listener implements RaceListener {
    @Override
    public void race(Effect earlier, Effect later, Supplier<Race> details) {
      seen.add(earlier.name() + " / " + later.name());
    }

    @Override
    public void predicted(Effect earlier, Effect later, Supplier<Race> details, Witness witness) {
      predicted.add(witness);
    }

    @Override
    public void candidate(Effect earlier, Effect later, Supplier<Race> details, Witness witness) {
      candidates.add(witness);
    }

    @Override
    public void dependsOnLuck() {
      mayDoSomethingElse = true;
    }
  }

  private void lock(Strand strand, String name, boolean exclusive) {
    held.put(strand.id + name, run.holds(run.asks(strand), name, exclusive, name));
    Signal before = released.get(name);
    if (before != null) {
      run.await(strand, run.byLuck(before));
    }
  }

  private void lock(Strand strand, String name) {
    lock(strand, name, true);
  }

  private void unlock(Strand strand, String name) {
    run.letsGo(strand, held.remove(strand.id + name));
    Signal unlock = run.signal(strand);
    Signal before = released.get(name);
    released.put(name, before == null ? unlock : Signal.join(List.of(before, unlock)));
  }

  private void load(Strand strand, Region region) {
    run.access(strand, AccessKind.LOAD, OWNER, region, ++site, null);
  }

  private void store(Strand strand, Region region) {
    run.access(strand, AccessKind.STORE, OWNER, region, ++site, null);
  }

  private void add(Strand strand, Region region, String commuting) {
    Operation add = run.issue(strand, BY_FLUSH, null, commuting);
    Effect effect = run.effect(add, AccessKind.ATOMIC_UPDATE, OWNER, region, WORD, null, null);
    run.complete(strand, effect);
  }

  private void expect(int predictions) {
    assertThat(seen).isEmpty();
    assertThat(predicted).hasSize(predictions);
  }

  @Test
  void whatIsOutsideOfTheSectionsRaces() {
    store(first, DATA);
    lock(first, "m");
    unlock(first, "m");
    lock(second, "m");
    unlock(second, "m");
    load(second, DATA);
    expect(1);
    Witness.Turn turn = predicted.get(0).turns().get(0);
    assertThat(turn.first().rank()).isEqualTo(1);
    assertThat(turn.second().rank()).isEqualTo(0);
  }

  @Test
  void whatIsInsideOfTheSectionsDoesNot() {
    lock(first, "m");
    store(first, DATA);
    unlock(first, "m");
    lock(second, "m");
    load(second, DATA);
    unlock(second, "m");
    expect(0);
  }

  @Test
  void aMessageIsNoLuck() {
    store(first, DATA);
    lock(first, "m");
    unlock(first, "m");
    Signal sent = run.signal(first);
    lock(second, "m");
    unlock(second, "m");
    run.await(second, sent);
    load(second, DATA);
    expect(0);
  }

  /** The second one may do what it does because of what it has read. */
  @Test
  void aValueThatWasReadInsideOrdersWhatIsOutside() {
    store(first, DATA);
    lock(first, "m");
    store(first, OTHER);
    unlock(first, "m");
    lock(second, "m");
    load(second, OTHER);
    unlock(second, "m");
    load(second, DATA);
    expect(0);
  }

  /** If the first section came second, it would read another value: only the later one may. */
  @Test
  void aReadOfWhatIsOverwrittenLaterStaysFirstAndIsEnough() {
    lock(first, "m");
    load(first, OTHER);
    unlock(first, "m");
    store(first, DATA);
    lock(first, "m");
    unlock(first, "m");
    lock(second, "m");
    store(second, OTHER);
    unlock(second, "m");
    load(second, DATA);
    expect(1);
  }

  @Test
  void additionsMayChangePlaces() {
    store(first, DATA);
    lock(first, "m");
    add(first, OTHER, "add");
    unlock(first, "m");
    lock(second, "m");
    add(second, OTHER, "add");
    unlock(second, "m");
    load(second, DATA);
    expect(1);
  }

  @Test
  void updatesThatDoNotCommuteMayNot() {
    store(first, DATA);
    lock(first, "m");
    add(first, OTHER, "add");
    unlock(first, "m");
    lock(second, "m");
    add(second, OTHER, "multiply");
    unlock(second, "m");
    load(second, DATA);
    expect(0);
  }

  /** A put in a shared section, the exclusive one of the other before it, and both at once. */
  @Test
  void sharedSectionsMayOverlap() {
    lock(first, "m", false);
    store(first, DATA);
    unlock(first, "m");
    lock(first, "m");
    unlock(first, "m");
    lock(second, "m");
    unlock(second, "m");
    lock(second, "m", false);
    load(second, DATA);
    unlock(second, "m");
    expect(1);
  }

  @Test
  void whoFailedToGetALockSawThatItWasHeld() {
    store(first, DATA);
    lock(first, "m");
    run.undecided(second);
    unlock(first, "m");
    lock(second, "m");
    unlock(second, "m");
    load(second, DATA);
    expect(0);
  }

  @Test
  void twoLocksThatAreTakenOneInTheOtherKeepTheirInsideApart() {
    lock(first, "outer");
    lock(first, "inner");
    store(first, DATA);
    unlock(first, "inner");
    unlock(first, "outer");
    lock(second, "outer");
    load(second, DATA);
    unlock(second, "outer");
    expect(0);
  }

  private record Message(Point offered, Signal sent) {}

  private Message send(Strand strand) {
    return new Message(run.offers(strand), run.signal(strand));
  }

  private void receive(Strand strand, Message message) {
    run.takes(strand, message.offered, 0, 0, "messages");
    run.await(strand, run.byLuck(message.sent));
  }

  @Test
  void theFirstOfTwoLikeMessagesMayBeTheOther() {
    Strand third = run.strand(2);
    store(first, DATA);
    Message right = send(first);
    receive(second, right);
    load(second, DATA);
    expect(0); // nobody else has been heard of
    receive(second, send(third));
    run.index().finish();
    expect(1);
    Witness.Turn turn = predicted.get(0).turns().get(0);
    assertThat(turn.first().rank()).isEqualTo(1);
    assertThat(turn.second().rank()).isEqualTo(0);
    assertThat(requireNonNull(turn.instead()).rank()).isEqualTo(2);
  }

  /** The receiver is told whose message it has got. */
  private void receiveTold(Strand strand, Message message) {
    run.await(strand, run.told(strand, message.sent, null));
  }

  @Test
  void whatAStrandIsToldMakesACandidateAndNoPrediction() {
    run.inside(first, "send", 5);
    store(first, DATA);
    Message right = send(first);
    run.inside(second, "receive", 6);
    receiveTold(second, right);
    load(second, DATA);
    run.index().finish();
    expect(0);
    Witness.Turn turn = candidates.get(0).turns().get(0);
    assertThat(turn.first().call()).isEqualTo("receive");
    assertThat(turn.second().call()).isEqualTo("send");
    assertThat(turn.second().rank()).isEqualTo(0);
  }

  @Test
  void onlyTheOneWhoKnowsOfTheFirstIsHeld() {
    Strand third = run.strand(2);
    run.inside(first, "send", 5);
    run.inside(third, "send", 6);
    store(first, DATA);
    receiveTold(second, send(third));
    receiveTold(second, send(first));
    load(second, DATA);
    run.index().finish();
    assertThat(candidates).hasSize(1);
    assertThat(candidates.get(0).turns()).hasSize(1);
    assertThat(candidates.get(0).turns().get(0).second().rank()).isEqualTo(0);
  }

  @Test
  void whatIsCertainAnywayMakesNoCandidate() {
    store(first, DATA);
    Message message = send(first);
    run.await(second, run.signal(first));
    receiveTold(second, message);
    load(second, DATA);
    run.index().finish();
    expect(0);
    assertThat(candidates).isEmpty();
  }

  private final Updated cell = new Updated();

  /** An update of the cell; those who see its value are told of the strand. */
  private Signal update(Strand strand, int site) {
    run.inside(strand, "update", site);
    Signal signal = run.signal(strand);
    run.updates(strand, cell);
    return signal;
  }

  private void fetch(Strand strand, Signal... made) {
    run.inside(strand, "fetch", 9);
    run.await(strand, run.told(strand, Signal.join(List.of(made)), cell));
  }

  private void expectHeld(int site) {
    run.index().finish();
    expect(0);
    assertThat(candidates).hasSize(1);
    assertThat(candidates.get(0).turns()).hasSize(1);
    assertThat(candidates.get(0).turns().get(0).second().site()).isEqualTo(site);
  }

  @Test
  void ofAValueThatSeveralHaveMadeTheOneWhoKnowsOfTheFirstIsHeld() {
    Strand third = run.strand(2);
    store(first, DATA);
    fetch(second, update(third, 5), update(first, 6));
    load(second, DATA);
    expectHeld(6);
  }

  /** Whoever takes a lock of atomics first is held before that, not before it lets go of it. */
  @Test
  void aLockThatIsBuiltOfAtomicsIsHeldWhereItIsTaken() {
    update(first, 4);
    store(first, DATA);
    update(first, 5);
    fetch(second, update(first, 6));
    load(second, DATA);
    update(second, 7);
    expectHeld(5);
  }

  /** A third one had the lock in between: it comes later, too. */
  @Test
  void whoHandsOnWhatItWasToldIsHeldAsWell() {
    Strand third = run.strand(2);
    store(first, DATA);
    update(first, 5);
    Signal letGo = update(first, 6);
    update(third, 7);
    fetch(third, letGo);
    fetch(second, update(third, 8));
    load(second, DATA);
    run.index().finish();
    expect(0);
    assertThat(candidates).hasSize(1);
    assertThat(candidates.get(0).turns())
        .extracting(turn -> turn.second().site())
        .containsExactly(5, 8);
  }

  /** That one atomic operation has found what the other one has left is told as well. */
  @Test
  void furtherOperationsOnTheCellDoNotHideThatItsOrderIsLuck() {
    store(first, DATA);
    updateThere(first);
    fetch(second, update(first, 5));
    updateThere(second);
    load(second, DATA);
    update(second, 9);
    expectHeld(5);
  }

  /** A flag that one strand raises tells of nobody else in any run. */
  @Test
  void aCellThatOnlyOneUpdatesMakesNoCandidate() {
    store(first, DATA);
    fetch(second, update(first, 5));
    load(second, DATA);
    run.index().finish();
    expect(0);
    assertThat(candidates).isEmpty();
  }

  private void updateThere(Strand strand) {
    Operation add = run.issue(strand, BY_FLUSH);
    run.complete(strand, run.effect(add, AccessKind.ATOMIC_UPDATE, OWNER, OTHER, WORD, null, null));
  }

  /** What arrives with a notification is complete for the observer, by the same luck. */
  @Test
  void whatArrivesWithWhatAStrandIsToldMakesACandidate() {
    run.inside(first, "put", 5);
    Operation put = run.issue(first, BY_FLUSH);
    Effect flying = run.effect(put, AccessKind.REMOTE_WRITE, OWNER, DATA, null, null, null);
    Message message = send(first);
    receiveTold(second, message);
    run.complete(second, flying);
    load(second, DATA);
    run.index().finish();
    expect(0);
    assertThat(candidates).hasSize(1);
  }

  @Test
  void whenBothHaveComeTheRightOneIsAmongThem() {
    Strand third = run.strand(2);
    store(first, DATA);
    receive(second, send(first));
    receive(second, send(third));
    load(second, DATA);
    run.index().finish();
    expect(0);
  }

  /** The other one is sent only after the first has been received. */
  @Test
  void aMessageThatComesOfTheFirstIsNoOtherFirst() {
    Strand third = run.strand(2);
    store(first, DATA);
    receive(second, send(first));
    Signal answer = run.signal(second);
    load(second, DATA);
    run.await(third, answer);
    receive(second, send(third));
    run.index().finish();
    expect(0);
  }

  // ---- whether another run may do something else ----

  private void expectThatAnotherRunMayDoSomethingElse(boolean expected) {
    run.index().finish();
    assertThat(seen).isEmpty();
    assertThat(mayDoSomethingElse).isEqualTo(expected);
  }

  @Test
  void locksAloneTellAProgramNothing() {
    store(first, DATA);
    lock(first, "m");
    unlock(first, "m");
    lock(second, "m");
    unlock(second, "m");
    load(second, OTHER);
    expectThatAnotherRunMayDoSomethingElse(false);
  }

  @Test
  void whatWasReadUnderALockMayBeAnotherValue() {
    lock(first, "m");
    store(first, DATA);
    unlock(first, "m");
    lock(second, "m");
    load(second, DATA);
    unlock(second, "m");
    expectThatAnotherRunMayDoSomethingElse(true);
  }

  @Test
  void additionsOfWhichNobodyIsToldTheSumTellNothing() {
    lock(first, "m");
    add(first, DATA, "sum");
    unlock(first, "m");
    lock(second, "m");
    add(second, DATA, "sum");
    unlock(second, "m");
    expectThatAnotherRunMayDoSomethingElse(false);
  }

  @Test
  void atomicsThatNothingOrdersMayFindAnotherValue() {
    updateThere(first);
    updateThere(second);
    expectThatAnotherRunMayDoSomethingElse(true);
  }

  @Test
  void whoIsToldOfOneOfTwoMayBeToldOfTheOther() {
    Strand third = run.strand(2);
    run.inside(first, "send", 5);
    run.inside(third, "send", 6);
    Message other = send(third);
    receiveTold(second, send(first));
    receiveTold(second, other);
    expectThatAnotherRunMayDoSomethingElse(true);
  }

  @Test
  void aCellThatOnlyOneUpdatesTellsOfNobodyElse() {
    fetch(second, update(first, 5));
    expectThatAnotherRunMayDoSomethingElse(false);
  }

  /** The run goes on, and the engine forgets what all know. */
  @Test
  void whatWasReadIsNotForgotten() {
    lock(first, "m");
    store(first, DATA);
    unlock(first, "m");
    lock(second, "m");
    load(second, DATA);
    unlock(second, "m");
    Signal here = run.signal(first);
    Signal there = run.signal(second);
    run.await(first, there);
    run.await(second, here);
    CommonKnowledge everyone = new CommonKnowledge();
    everyone.add(first.clock);
    everyone.add(second.clock);
    run.index().forget(everyone);
    expectThatAnotherRunMayDoSomethingElse(true);
  }
}
