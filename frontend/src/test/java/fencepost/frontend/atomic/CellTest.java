package fencepost.frontend.atomic;

import static org.assertj.core.api.Assertions.assertThat;

import fencepost.clocks.Signal;
import fencepost.clocks.StrandClock;
import fencepost.engine.Detector;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Who wrote the value that was read. Strands are numbered; times are small integers. */
class CellTest {
  private final Cell cell = new Cell();
  private final List<StrandClock> clocks = new ArrayList<>();
  private int orders = Origin.ALL;

  private Update update(
      int strand, AtomicOp op, long operand, long compare, boolean fetches, long at) {
    while (clocks.size() <= strand) {
      clocks.add(new StrandClock(clocks.size()));
    }
    Update update =
        new Update(
            op, operand, compare, 32, fetches, origin(strand), clocks.get(strand).signal(), at);
    cell.add(update);
    return update;
  }

  private Origin origin(int strand) {
    return new Origin(strand, cell, orders);
  }

  /** An update has read the value, or somebody who is not an issuer of updates. */
  private @Nullable Provenance read(long seen, @Nullable Update reader, long issued, long ended) {
    return cell.read(seen, reader, reader == null ? origin(-1) : reader.origin, issued, ended);
  }

  private Update fetchAndAdd(int strand, long at) {
    return update(strand, AtomicOp.SUM, 1, 0, true, at);
  }

  private Update swapZeroForOne(int strand, long at) {
    return update(strand, AtomicOp.COMPARE_AND_SWAP, 1, 0, true, at);
  }

  private Update set(int strand, long value, long at) {
    return update(strand, AtomicOp.REPLACE, value, 0, false, at);
  }

  /** The strands whose update the reader is ordered after. */
  private List<Integer> after(@Nullable Provenance order) {
    List<Integer> strands = new ArrayList<>();
    for (int i = 0; order != null && i < clocks.size(); i++) {
      if (order.signal().timeOf(i) > 0) {
        strands.add(i);
      }
    }
    return strands;
  }

  @Test
  void theFirstReaderOfUntouchedMemoryIsOrderedAfterNobody() {
    assertThat(after(read(0, null, 1, 2))).isEmpty();
  }

  @Test
  void anUnknownInitialValueExplainsItself() {
    assertThat(after(read(17, null, 1, 2))).isEmpty();
    fetchAndAdd(0, 3);
    assertThat(after(read(18, null, 4, 5))).containsExactly(0);
  }

  @Test
  void aTicketIsOrderedAfterAllEarlierTickets() {
    Update first = fetchAndAdd(0, 1);
    assertThat(after(read(0, first, 1, 2))).isEmpty();
    Update second = fetchAndAdd(1, 3);
    assertThat(after(read(1, second, 3, 4))).containsExactly(0);
    Update third = fetchAndAdd(2, 5);
    assertThat(after(read(2, third, 5, 6))).containsExactly(0, 1);
  }

  @Test
  void concurrentTicketsAreOrderedByTheirValues() {
    Update later = fetchAndAdd(0, 1);
    Update earlier = fetchAndAdd(1, 1);
    assertThat(after(read(0, earlier, 1, 9))).isEmpty();
    assertThat(after(read(1, later, 1, 10))).containsExactly(1);
  }

  @Test
  void aLockIsHandedOnByTheReleaseThatWasNotUsedUp() {
    Update first = swapZeroForOne(0, 1);
    read(0, first, 1, 2);
    Update release = set(0, 0, 3);
    release.completedAt(5);
    Update second = swapZeroForOne(1, 2);
    assertThat(after(read(0, second, 2, 6))).containsExactly(0);
    set(1, 0, 7);
    Update third = swapZeroForOne(2, 2);
    assertThat(after(read(0, third, 2, 9))).containsExactly(1);
  }

  @Test
  void aFailedSwapChangesNothing() {
    Update first = swapZeroForOne(0, 1);
    read(0, first, 1, 2);
    Update failed = swapZeroForOne(1, 3);
    assertThat(after(read(1, failed, 3, 4))).containsExactly(0);
    assertThat(after(read(1, null, 5, 6))).containsExactly(0);
  }

  @Test
  void aCounterOfBlindUpdatesIsOrderedAfterAllOfThem() {
    for (int strand = 0; strand < 40; strand++) {
      update(strand, AtomicOp.SUM, 1, 0, false, 1);
    }
    assertThat(after(read(40, null, 2, 3))).hasSize(40);
  }

  @Test
  void someOfSeveralUpdatesAreNobodyInParticular() {
    fetchAndAdd(0, 1);
    fetchAndAdd(1, 1);
    fetchAndAdd(2, 1);
    assertThat(after(read(2, null, 2, 3))).isEmpty();
  }

  @Test
  void anOverwriteHidesWhatCameBefore() {
    Update first = fetchAndAdd(0, 1);
    read(0, first, 1, 2);
    set(1, 7, 3);
    assertThat(after(read(7, null, 4, 5))).containsExactly(1);
  }

  @Test
  void aSwapHandsOnWhatItReplaced() {
    Update first = update(0, AtomicOp.REPLACE, 5, 0, true, 1);
    read(0, first, 1, 2);
    Update second = update(1, AtomicOp.REPLACE, 6, 0, true, 3);
    assertThat(after(read(5, second, 3, 4))).containsExactly(0);
    assertThat(after(read(6, null, 5, 6))).containsExactly(0, 1);
  }

  @Test
  void updatesThatWereIssuedAfterTheReadEndedDoNotExplainIt() {
    Update reset = set(0, 1, 1);
    reset.completedAt(2);
    set(1, 1, 9);
    assertThat(after(read(1, null, 3, 4))).containsExactly(0);
  }

  @Test
  void aReadThatOverlapsALaterOneMayHaveSeenTheOlderValue() {
    assertThat(after(read(0, null, 1, 2))).isEmpty();
    update(0, AtomicOp.SUM, 1, 0, false, 3);
    assertThat(after(read(1, null, 4, 8))).containsExactly(0);
    assertThat(after(read(0, null, 2, 9))).isEmpty();
    assertThat(after(read(1, null, 9, 10))).containsExactly(0);
  }

  @Test
  void anUpdateWhoseEffectWasSeenByAnotherFirstIsStillOrderedAfterWhatItReplaced() {
    set(0, 5, 1);
    assertThat(after(read(5, null, 2, 3))).containsExactly(0);
    Update swap = update(1, AtomicOp.COMPARE_AND_SWAP, 6, 5, true, 4);
    assertThat(after(read(6, null, 5, 6))).containsExactly(0, 1);
    assertThat(after(read(5, swap, 4, 7))).containsExactly(0);
    assertThat(after(read(6, null, 8, 9))).containsExactly(0, 1);
  }

  /** The 8 is the 7 of rank 0 and one more: of rank 1, unless rank 0's own one came after its 7. */
  private @Nullable Provenance eightAfterOneMoreThanSeven() {
    update(0, AtomicOp.SUM, 1, 0, false, 1);
    set(0, 7, 2);
    update(1, AtomicOp.SUM, 1, 0, false, 1);
    return read(8, null, 3, 4);
  }

  @Test
  void updatesOfOneOriginKeepTheirOrder() {
    assertThat(after(eightAfterOneMoreThanSeven())).containsExactly(0, 1);
  }

  @Test
  void withoutWriteAfterWriteUpdatesOfOneOriginMayChangePlaces() {
    orders = Origin.ALL & ~Origin.WRITE_AFTER_WRITE;
    assertThat(after(eightAfterOneMoreThanSeven())).containsExactly(0);
  }

  @Test
  void aReadFollowsTheEarlierUpdatesOfItsOrigin() {
    update(0, AtomicOp.SUM, 1, 0, false, 1);
    update(1, AtomicOp.SUM, 1, 0, false, 1);
    assertThat(after(cell.read(1, null, origin(0), 2, 3))).containsExactly(0);
  }

  @Test
  void withoutReadAfterWriteAReadMayPrecedeTheUpdatesOfItsOrigin() {
    orders = Origin.ALL & ~Origin.READ_AFTER_WRITE;
    update(0, AtomicOp.SUM, 1, 0, false, 1);
    update(1, AtomicOp.SUM, 1, 0, false, 1);
    assertThat(after(cell.read(1, null, origin(0), 2, 3))).isEmpty();
  }

  @Test
  void aReadPrecedesTheLaterUpdatesOfItsOrigin() {
    update(1, AtomicOp.SUM, 1, 0, false, 1);
    update(0, AtomicOp.SUM, 1, 0, false, 3);
    assertThat(after(cell.read(1, null, origin(0), 2, 9))).containsExactly(1);
  }

  @Test
  void withoutWriteAfterReadALaterUpdateMayComeFirst() {
    orders = Origin.ALL & ~Origin.WRITE_AFTER_READ;
    update(1, AtomicOp.SUM, 1, 0, false, 1);
    update(0, AtomicOp.SUM, 1, 0, false, 3);
    assertThat(after(cell.read(1, null, origin(0), 2, 9))).isEmpty();
  }

  @Test
  void whoSeesAnUpdateIsOrderedAfterTheEarlierOnesOfItsIssuer() {
    orders = 0;
    set(0, 1, 1);
    set(0, 1, 2);
    assertThat(after(read(1, null, 3, 4))).containsExactly(0);
  }

  // ---- updates that are settled before anybody reads ----

  private final Detector detector = new Detector((earlier, later, details) -> {});

  private void addAndComplete(int strand, long at) {
    updateAndComplete(strand, AtomicOp.SUM, 1, at);
  }

  private void updateAndComplete(int strand, AtomicOp op, long operand, long at) {
    update(strand, op, operand, 0, false, at).completedAt(at + 1);
    if (cell.isCrowded()) {
      cell.settleBefore(at, detector);
    }
  }

  @Test
  void moreUpdatesThanACellCanHoldAreSeenIfTheyAreOver() {
    for (int i = 0; i < 10_000; i++) {
      addAndComplete(i % 2, 2 * i);
    }
    update(2, AtomicOp.SUM, 1, 0, false, 20_000);
    assertThat(after(read(10_000, null, 20_001, 20_002))).containsExactly(0, 1);
  }

  @Test
  void moreFlipsThanACellCanHoldAreSeenIfTheyAreOver() {
    long value = 0;
    for (int i = 0; i < 10_000; i++) {
      updateAndComplete(i % 2, AtomicOp.XOR, i, 2 * i);
      value ^= i;
    }
    update(2, AtomicOp.XOR, 1, 0, false, 20_000);
    assertThat(after(read(value, null, 20_001, 20_002))).containsExactly(0, 1);
  }

  @Test
  void additionsAndFlipsAreNotSettledInTheWrongOrder() {
    updateAndComplete(0, AtomicOp.SUM, 1, 10);
    Update late = update(1, AtomicOp.XOR, 1, 0, false, 10);
    late.completedAt(11);
    updateAndComplete(0, AtomicOp.SUM, 1, 12);
    updateAndComplete(0, AtomicOp.SUM, 1, 14);
    updateAndComplete(0, AtomicOp.SUM, 1, 16);
    assertThat(after(read(5, null, 20, 21))).containsExactly(0, 1); // the flip came first
  }

  @Test
  void nothingIsSettledWhileSomebodyMayHaveReadTheValueBefore() {
    cell.announceRead();
    addAndComplete(0, 10);
    addAndComplete(0, 20);
    addAndComplete(0, 30);
    assertThat(after(read(0, null, 1, 40))).isEmpty();
  }

  @Test
  void aReadThatNobodyAnnouncedIsOrderedAfterNothingThatWasSettled() {
    addAndComplete(0, 10);
    addAndComplete(0, 20);
    addAndComplete(0, 30);
    assertThat(after(read(0, null, 1, 40))).isEmpty();
  }

  @Test
  void settlingChangesNothingThatAReaderKnows() {
    for (int seed = 0; seed < 300; seed++) {
      new SettledRun(new Random(seed), AtomicOp.SUM, 60).play();
      new SettledRun(new Random(seed), AtomicOp.XOR, 20).play(); // the other cell tries all orders
    }
  }

  /** The same updates and reads of two cells, of which one settles what nobody has read. */
  private static final class SettledRun {
    private final Random random;
    private final List<StrandClock> clocks =
        IntStream.range(0, 3).mapToObj(StrandClock::new).toList();
    private final Cell kept = new Cell();
    private final Cell settling = new Cell();
    private final List<Update> open = new ArrayList<>();
    private final Detector detector = new Detector((earlier, later, details) -> {});
    private final AtomicOp op;
    private final int length;
    private long value;

    SettledRun(Random random, AtomicOp op, int length) {
      this.random = random;
      this.op = op;
      this.length = length;
    }

    void play() {
      for (long time = 1; time < length; time += 2) {
        if (random.nextInt(6) == 0) {
          read(time);
        } else {
          add(random.nextInt(clocks.size()), random.nextInt(4) - 1, time);
        }
        if (random.nextInt(3) == 0) {
          long over = time + 1;
          open.forEach(update -> update.completedAt(over));
          open.clear();
        }
      }
    }

    /** What was added takes effect at once, whenever that becomes known. */
    private void add(int strand, int operand, long time) {
      Signal signal = clocks.get(strand).signal();
      value = op.apply(value, operand, 0);
      for (Cell cell : List.of(kept, settling)) {
        Update update =
            new Update(
                op, operand, 0, 32, false, new Origin(strand, "window", Origin.ALL), signal, time);
        cell.add(update);
        open.add(update);
      }
      settling.settleBefore(time, detector);
    }

    private void read(long time) {
      List<List<Long>> known = new ArrayList<>();
      for (Cell cell : List.of(kept, settling)) {
        cell.announceRead();
        Provenance order = cell.read(value, null, Origin.ANYONE, time, time + 1);
        known.add(
            IntStream.range(0, clocks.size())
                .mapToObj(strand -> order == null ? 0 : order.signal().timeOf(strand))
                .toList());
      }
      assertThat(known.get(1)).isEqualTo(known.get(0));
    }
  }

  /** Whoever reports how far he is may do so many times before anybody looks. */
  @Test
  void aValueThatWasOverwrittenOftenIsThatOfTheLastOverwrite() {
    for (int i = 1; i <= 1000; i++) {
      set(0, i, 2 * i).completedAt(2 * i + 1);
    }
    assertThat(after(read(1000, null, 3000, 3001))).containsExactly(0);
    assertThat(after(read(1000, null, 3002, 3003))).containsExactly(0);
  }

  @Test
  void aReaderMayHaveStoodStillWhileItWasOverwrittenOften() {
    for (int i = 1; i <= 1000; i++) {
      set(0, i, 2 * i).completedAt(2 * i + 1);
    }
    assertThat(after(read(500, null, 10, 3001))).containsExactly(0);
    assertThat(after(read(1000, null, 3002, 3003))).containsExactly(0);
  }

  @Test
  void ofManyWhoOverwriteAtOnceTheReaderKnowsTheOneWhoseValueItIs() {
    for (int strand = 0; strand < 100; strand++) {
      set(strand, strand, 1);
    }
    assertThat(after(read(17, null, 5, 6))).containsExactly(17);
  }

  @Test
  void ofTwoWhoWroteTheSameTheReaderKnowsWhatBothTell() {
    set(0, 5, 1);
    set(1, 5, 1);
    assertThat(after(read(5, null, 5, 6))).isEmpty();
  }

  @Test
  void aCounterThatWasResetIsCountedFromThere() {
    for (int strand = 0; strand < 80; strand++) {
      update(strand, AtomicOp.SUM, 1, 0, false, 1).completedAt(2);
    }
    set(80, 0, 3).completedAt(4);
    for (int strand = 81; strand < 161; strand++) {
      update(strand, AtomicOp.SUM, 1, 0, false, 5).completedAt(6);
    }
    assertThat(after(read(80, null, 7, 8))).hasSize(81).startsWith(80, 81);
  }
}
