package fencepost.frontend.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import fencepost.engine.Detector;
import fencepost.merge.Horizon;
import fencepost.merge.TimeFrame;
import fencepost.model.AccessKind;
import fencepost.model.Region;
import fencepost.trace.AddressSpace;
import fencepost.trace.BrokenTraceException;
import fencepost.trace.RecordBuffer;
import fencepost.trace.RecordCursor;
import fencepost.trace.Sites;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Atomic variables in memory that two processes have mapped order what the two do. */
class SharedAtomicsTest {
  private static final int ACQUIRES = 1;
  private static final int RELEASES = 2;
  private static final int UPDATES = 4;
  private static final int SILENCES = 8;

  /** Where the first process has its memory, and where the second one has mapped it. */
  private static final long HERE = 0x10000;

  private static final long THERE = 0x90000;
  private static final Region DATA = Region.of(HERE + 64, 8);

  private final List<Integer> races = new ArrayList<>();
  private final Detector detector =
      new Detector((earlier, later, details) -> races.add(later.site));
  private final Program program = new Program(detector);
  private final List<String> woken = new ArrayList<>();
  private final Rank owner = rank(0);
  private final Rank other = rank(1);

  SharedAtomicsTest() {
    other.memory().map(THERE, 4096, 0, HERE);
  }

  @Test
  void anAcquireIsOrderedAfterTheReleaseThatItHasRead() {
    store();
    assertThat(step(owner, RELEASES, 1, HERE)).isTrue();
    assertThat(step(other, ACQUIRES, 2, THERE)).isTrue();
    load();
    assertThat(races).isEmpty();
  }

  @Test
  void anotherVariableOfTheSameSequenceOrdersNothing() {
    store();
    step(owner, RELEASES, 1, HERE);
    step(other, ACQUIRES, 2, THERE + 4);
    load();
    assertThat(races).hasSize(1);
  }

  @Test
  void aStepWaitsForTheOneBeforeItAndIsWokenByIt() {
    store();
    assertThat(step(other, ACQUIRES, 2, THERE)).isFalse();
    assertThat(woken).isEmpty();
    assertThat(step(owner, RELEASES, 1, HERE)).isTrue();
    assertThat(woken).containsExactly("rank 1");
    assertThat(step(other, ACQUIRES, 2, THERE)).isTrue();
    load();
    assertThat(races).isEmpty();
  }

  @Test
  void aReleaseThatComesAfterTheAcquireTellsItNothing() {
    step(other, ACQUIRES, 1, THERE);
    store();
    step(owner, RELEASES, 2, HERE);
    load();
    assertThat(races).hasSize(1);
  }

  @Test
  void aStoreEndsWhatWasToldBeforeAndAnUpdateDoesNot() {
    store();
    step(owner, RELEASES, 1, HERE);
    step(other, RELEASES | UPDATES, 2, THERE);
    step(other, ACQUIRES, 3, THERE);
    load();
    assertThat(races).isEmpty();
  }

  @Test
  void aReleaseByAnotherStoreDoesNotTellOfTheFirst() {
    store();
    step(owner, RELEASES, 1, HERE);
    step(other, RELEASES, 2, THERE);
    step(other, ACQUIRES, 3, THERE);
    load();
    assertThat(races).hasSize(1);
  }

  @Test
  void aRelaxedStoreEndsWhatWasTold() {
    store();
    step(owner, RELEASES, 1, HERE);
    step(owner, SILENCES, 2, HERE);
    step(other, ACQUIRES, 3, THERE);
    load();
    assertThat(races).hasSize(1);
  }

  @Test
  void aNumberThatComesTwiceIsDamage() {
    step(owner, RELEASES, 1, HERE);
    assertThatThrownBy(() -> step(other, ACQUIRES, 1, THERE))
        .isInstanceOf(BrokenTraceException.class);
  }

  private void store() {
    detector.access(owner.strand(), AccessKind.STORE, 0, DATA, 1, null);
  }

  private void load() {
    detector.access(other.strand(), AccessKind.LOAD, 0, DATA, 2, null);
  }

  private boolean step(Rank rank, int does, long number, long address) {
    RecordBuffer record = new RecordBuffer(() -> 0, () -> 0, () -> 0);
    record.write(RecordCursor.STEP, does, 17, 0, 5, number, address);
    assertThat(record.hasRecord()).isTrue();
    return program.sharedAtomics().step(rank, record);
  }

  private Rank rank(int number) {
    return new Rank(
        program,
        detector.strand(number),
        new AddressSpace(new Sites()),
        new Horizon() {
          @Override
          public boolean isPast(long time) {
            return true;
          }

          @Override
          public long heardFromAll() {
            return 0;
          }

          @Override
          public Runnable sleep() {
            return () -> woken.add("rank " + number);
          }

          @Override
          public TimeFrame time() {
            return TimeFrame.EXACT;
          }
        });
  }
}
