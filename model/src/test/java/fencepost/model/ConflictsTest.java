package fencepost.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The conflict table, cell by cell, and what lifts a conflict. */
class ConflictsTest {
  private static final AtomicType INT = new AtomicType("int4", 4);
  private static final AtomicType INT8 = new AtomicType("int8", 8);
  private static final AtomicType FLOAT = new AtomicType("float4", 4);

  /** R: conflict. P: between different processes. A: unless atomic together. */
  private static final String TABLE =
      """
                     load store bread bwrite rread rwrite aread aupdate aload astore
      load           -    P     -     R      -     R      -     R       -     P
      store          P    P     R     R      R     R      R     R       P     P
      buffer-read    -    R     -     R      -     R      -     R       -     R
      buffer-write   R    R     R     R      R     R      R     R       R     R
      remote-read    -    R     -     R      -     R      -     R       -     R
      remote-write   R    R     R     R      R     R      R     R       R     R
      atomic-read    -    R     -     R      -     R      -     A       -     R
      atomic-update  R    R     R     R      R     R      A     A       R     R
      atomic-load    -    P     -     R      -     R      -     R       -     -
      atomic-store   P    P     R     R      R     R      R     R       -     -
      """;

  static Stream<Arguments> cells() {
    String[] rows = TABLE.split("\n");
    return Arrays.stream(AccessKind.values())
        .flatMap(
            a -> {
              String[] row = rows[a.ordinal() + 1].split(" +");
              return Arrays.stream(AccessKind.values())
                  .map(b -> Arguments.of(a, b, row[b.ordinal() + 1]));
            });
  }

  @ParameterizedTest
  @MethodSource("cells")
  void twoAccessesConflictAsTheTableSays(AccessKind a, AccessKind b, String cell) {
    Effect mine = effect(a, 0, Region.of(8, 8), INT, null);
    boolean betweenProcesses = !cell.equals("-") && !cell.equals("A");
    boolean inOneProcess = betweenProcesses && !cell.equals("P");
    assertThat(conflict(mine, effect(b, 1, Region.of(12, 8), INT, null)))
        .isEqualTo(betweenProcesses);
    assertThat(conflict(mine, effect(b, 0, Region.of(12, 8), INT, null))).isEqualTo(inOneProcess);
    assertThat(conflict(mine, effect(b, 1, Region.of(12, 8), FLOAT, null)))
        .isEqualTo(!cell.equals("-"));
    assertThat(conflict(mine, effect(b, 1, Region.of(14, 8), INT, null)))
        .isEqualTo(!cell.equals("-"));
    assertThat(conflict(mine, effect(b, 1, Region.of(16, 8), FLOAT, null))).isFalse();
  }

  @Test
  void threadsOfOneProcessConflictUnlessBothAreAtomic() {
    Effect store = ofThread(AccessKind.STORE, 1);
    assertThat(Conflicts.threadsConflict(store, ofThread(AccessKind.LOAD, 2))).isTrue();
    assertThat(Conflicts.threadsConflict(store, ofThread(AccessKind.ATOMIC_LOAD, 2))).isTrue();
    assertThat(Conflicts.threadsConflict(store, ofThread(AccessKind.LOAD, 1))).isFalse();
    Effect update = ofThread(AccessKind.ATOMIC_STORE, 1);
    assertThat(Conflicts.threadsConflict(update, ofThread(AccessKind.ATOMIC_STORE, 2))).isFalse();
    assertThat(Conflicts.threadsConflict(update, ofThread(AccessKind.STORE, 2))).isTrue();
    assertThat(
            Conflicts.threadsConflict(ofThread(AccessKind.LOAD, 1), ofThread(AccessKind.LOAD, 2)))
        .isFalse();
  }

  private static Effect ofThread(AccessKind kind, int strand) {
    return new Effect(kind, 0, Region.of(8, 8), strand, 1, 0, null, 1, null, null);
  }

  @Test
  void aConflictNamesACommonByte() {
    Effect put = effect(AccessKind.REMOTE_WRITE, 0, Region.of(8, 8), null, null);
    Effect load = effect(AccessKind.LOAD, 1, Region.of(12, 8), null, null);
    assertThat(Conflicts.conflict(put, load)).isEqualTo(12);
  }

  @Test
  void effectsOnDifferentRanksDoNotConflict() {
    Operation call = call(0);
    Effect here = at(0, call);
    assertThat(conflict(here, at(1, call(0)))).isFalse();
    assertThat(conflict(here, at(0, call(0)))).isTrue();
  }

  @Test
  void effectsOfOneCallDoNotConflict() {
    Operation call = call(0);
    assertThat(conflict(at(0, call), at(0, call))).isFalse();
  }

  @Test
  void atomicAccessesWithoutATypeConflict() {
    Effect update = effect(AccessKind.ATOMIC_UPDATE, 0, Region.of(0, 4), null, null);
    assertThat(conflict(update, effect(AccessKind.ATOMIC_UPDATE, 1, Region.of(0, 4), null, null)))
        .isTrue();
  }

  @Test
  void epochsExcludeEachOtherIfOneIsExclusive() {
    assertThat(conflict(lock("w", 0, true, true), lock("w", 1, true, true))).isFalse();
    assertThat(conflict(lock("w", 0, true, true), lock("w", 1, false, true))).isFalse();
    assertThat(conflict(lock("w", 0, false, true), lock("w", 1, true, true))).isFalse();
    assertThat(conflict(lock("w", 0, false, true), lock("w", 1, false, true))).isTrue();
  }

  @Test
  void epochsOfOneProcessOrOnDifferentThingsOrUncheckedDoNotExclude() {
    assertThat(conflict(lock("w", 0, true, true), lock("w", 0, true, true))).isTrue();
    assertThat(conflict(lock("w", 0, true, true), lock("v", 1, true, true))).isTrue();
    assertThat(conflict(lock("w", 0, true, false), lock("w", 1, true, true))).isTrue();
    assertThat(conflict(lock("w", 0, true, true), lock("w", 1, true, false))).isTrue();
  }

  @Test
  void anEpochDoesNotExcludeWhoHoldsNoLock() {
    Effect put = effect(AccessKind.REMOTE_WRITE, 1, Region.of(0, 8), null, null);
    assertThat(conflict(put, lock("w", 0, true, true))).isTrue();
    assertThat(conflict(lock("w", 0, true, true), put)).isTrue();
  }

  @Test
  void whatIsDeliveredInOrderDoesNotConflict() {
    Delivery before = new Delivery("to 1", 1);
    Delivery after = new Delivery("to 1", 2);
    assertThat(conflict(at(0, call(0, before)), at(0, call(0, after)))).isFalse();
    assertThat(conflict(at(0, call(0, before)), at(0, call(0, before)))).isTrue();
    assertThat(conflict(at(0, call(0, before)), at(0, call(0, new Delivery("to 2", 2))))).isTrue();
    assertThat(conflict(at(0, call(0, before)), at(0, call(0)))).isTrue();
  }

  @Test
  void whatIsFetchedHasNoOrderOfDelivery() {
    Operation fetch = call(0, new Delivery("to 1", 2));
    Effect read =
        new Effect(AccessKind.REMOTE_READ, 0, Region.of(0, 8), 0, 1, 0, fetch, 1, null, null);
    assertThat(conflict(at(0, call(0, new Delivery("to 1", 1))), read)).isTrue();
  }

  @Test
  void aPollMeetsUpdatesAndPlainWritesOfItsElement() {
    Effect poll = effect(AccessKind.ATOMIC_READ, 0, Region.of(8, 4), AtomicType.poll(4), null);
    assertThat(conflict(poll, effect(AccessKind.ATOMIC_UPDATE, 1, Region.of(8, 4), INT, null)))
        .isFalse();
    assertThat(conflict(poll, effect(AccessKind.REMOTE_WRITE, 1, Region.of(8, 4), INT, null)))
        .isFalse();
    assertThat(conflict(poll, effect(AccessKind.REMOTE_WRITE, 1, Region.of(8, 4), null, null)))
        .isTrue();
    assertThat(conflict(poll, effect(AccessKind.REMOTE_WRITE, 1, Region.of(6, 4), INT, null)))
        .isTrue();
    assertThat(conflict(poll, effect(AccessKind.STORE, 1, Region.of(8, 4), null, null))).isTrue();
  }

  @Test
  void aPollAndAStoreOfTheSameProcessAreAMatterOfItsThreads() {
    Effect poll = effect(AccessKind.ATOMIC_READ, 0, Region.of(8, 4), AtomicType.poll(4), null);
    assertThat(conflict(poll, effect(AccessKind.STORE, 0, Region.of(8, 4), null, null))).isFalse();
    assertThat(conflict(poll, effect(AccessKind.BUFFER_WRITE, 0, Region.of(8, 4), null, null)))
        .isTrue();
  }

  @Test
  void aReaderOfAFamilyMeetsEachOfItsTypes() {
    AtomicType set = new AtomicType("signal set", 8);
    AtomicType add = new AtomicType("signal add", 8);
    Region word = Region.of(8, 8);
    Effect fetch = effect(AccessKind.ATOMIC_READ, 0, word, AtomicType.anyOf("signal", 8), null);
    assertThat(conflict(fetch, effect(AccessKind.ATOMIC_UPDATE, 1, word, set, null))).isFalse();
    assertThat(conflict(fetch, effect(AccessKind.ATOMIC_UPDATE, 1, word, add, null))).isFalse();
    assertThat(conflict(fetch, effect(AccessKind.ATOMIC_UPDATE, 1, word, INT8, null))).isTrue();
    assertThat(conflict(fetch, effect(AccessKind.REMOTE_WRITE, 1, word, set, null))).isTrue();
    assertThat(
            conflict(
                effect(AccessKind.ATOMIC_UPDATE, 0, word, set, null),
                effect(AccessKind.ATOMIC_UPDATE, 1, word, add, null)))
        .isTrue();
  }

  @Test
  void membersOfOneCollectiveDoNotRaceWithEachOther() {
    Operation one = call(0, Delivery.together("a broadcast"));
    Operation other = call(1, Delivery.together("a broadcast"));
    Effect read =
        new Effect(AccessKind.BUFFER_READ, 0, Region.of(0, 8), 1, 1, 1, other, 1, null, null);
    assertThat(conflict(at(0, one), at(0, other))).isFalse();
    assertThat(conflict(at(0, one), read)).isFalse();
    assertThat(conflict(at(0, one), at(0, call(1, Delivery.together("another"))))).isTrue();
  }

  private static boolean conflict(Effect a, Effect b) {
    boolean conflict = Conflicts.conflict(a, b) != Region.NONE;
    assertThat(Conflicts.conflict(b, a) != Region.NONE).as("symmetric").isEqualTo(conflict);
    return conflict;
  }

  private static Effect lock(String what, int process, boolean exclusive, boolean checked) {
    LockEpoch epoch = new LockEpoch(what, process, exclusive, checked, 0);
    return effect(AccessKind.REMOTE_WRITE, process, Region.of(0, 8), null, epoch);
  }

  private static Effect at(int rank, Operation call) {
    return new Effect(AccessKind.REMOTE_WRITE, rank, Region.of(0, 8), 0, 1, 0, call, 1, null, null);
  }

  private static Effect effect(
      AccessKind kind,
      int process,
      Region region,
      @Nullable AtomicType type,
      @Nullable LockEpoch lock) {
    Operation operation = kind.instruction() ? null : call(process);
    return new Effect(kind, 7, region, process, 1, process, operation, 1, type, lock);
  }

  private static Operation call(int process) {
    return call(process, null);
  }

  private static Operation call(int process, @Nullable Delivery delivery) {
    return new Operation(
        "call", 1, process, process, 1, new Operation.Completion("", ""), delivery);
  }
}
