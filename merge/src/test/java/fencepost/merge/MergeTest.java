package fencepost.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import fencepost.trace.BrokenTraceException;
import fencepost.trace.RecordCursor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * The rules of the merge, one by one. Events are numbers; what they wait for is said by the test.
 */
class MergeTest {
  private final List<Integer> told = new ArrayList<>();
  private final Set<Integer> atHorizon = new HashSet<>();
  private final Map<Integer, Integer> peers = new HashMap<>();
  private int warnings;
  private final Merge merge = new Merge(() -> warnings++);

  private ScriptedRecords stream() {
    ScriptedRecords records = new ScriptedRecords();
    merge.add(records.cursor(), TimeFrame.EXACT, horizon -> record -> hear(record, horizon));
    merge.expect(merge.streams());
    return records;
  }

  private boolean hear(RecordCursor record, Horizon horizon) {
    if (record.type() != RecordCursor.CALL) {
      return true;
    }
    int event = (int) record.slot(0);
    if (peers.containsKey(event) && !told.contains(peers.get(event))) {
      return false;
    }
    if (atHorizon.contains(event) && !horizon.isPast(record.slot(1))) {
      return false;
    }
    told.add(event);
    return true;
  }

  private void tellAll() {
    while (merge.step()) {
      // until nothing is left
    }
  }

  @Test
  void anEventThatWaitsForNothingIsToldAtOnce() {
    stream().call(1, 50);
    stream();
    tellAll();
    assertThat(told).containsExactly(1);
  }

  @Test
  void aReceiveIsToldAfterItsSend() {
    stream().call(1, 20);
    stream().call(2, 10);
    peers.put(1, 2);
    tellAll();
    assertThat(told).containsExactly(2, 1);
  }

  @Test
  void anObservationWaitsUntilEveryoneWasHeardUpToItsTime() {
    stream().call(1, 20);
    ScriptedRecords other = stream();
    atHorizon.add(1);
    tellAll();
    assertThat(told).isEmpty();
    other.heardUntil(20); // the other one may still say what it does at that very time
    tellAll();
    assertThat(told).containsExactly(1);
  }

  @Test
  void whatIsHeardFromAllIsTheLeastThatIsHeardFromOne() {
    ScriptedRecords one = stream().call(1, 20);
    ScriptedRecords other = stream();
    tellAll();
    one.heardUntil(30);
    other.heardUntil(10);
    assertThat(merge.heardFromAll()).isEqualTo(10);
    other.heardUntil(40);
    assertThat(merge.heardFromAll()).isEqualTo(30);
    merge.expect(3);
    assertThat(merge.heardFromAll()).isEqualTo(Long.MIN_VALUE);
  }

  @Test
  void anObservationIsToldAfterAllThatHappenedBeforeIt() {
    stream().call(1, 20);
    stream().call(2, 5).call(3, 19).call(4, 21);
    atHorizon.addAll(List.of(1, 3));
    tellAll();
    assertThat(told).containsSubsequence(2, 3, 1).contains(4);
  }

  @Test
  void observationsOfTheSameTimeDoNotWaitForEachOther() {
    stream().call(1, 20).end();
    stream().call(2, 20).end();
    stream().call(3, 20).end();
    atHorizon.addAll(List.of(1, 2, 3));
    tellAll();
    assertThat(told).containsExactly(1, 2, 3);
  }

  @Test
  void aProcessThatHasEndedHoldsNobodyUp() {
    stream().call(1, 20).end();
    stream().call(2, 5).end();
    atHorizon.add(1);
    tellAll();
    assertThat(told).containsExactlyInAnyOrder(1, 2);
    assertThat(merge.isComplete()).isTrue();
  }

  @Test
  void nothingIsPastBeforeAllProcessesAreThere() {
    merge.expect(2);
    ScriptedRecords first = new ScriptedRecords().call(1, 20);
    merge.add(first.cursor(), TimeFrame.EXACT, horizon -> record -> hear(record, horizon));
    atHorizon.add(1);
    tellAll();
    assertThat(told).isEmpty();
    stream().heardUntil(21);
    tellAll();
    assertThat(told).containsExactly(1);
  }

  @Test
  void aCallOfAnotherThreadThatIsRecordedLaterHoldsTheHorizonBack() {
    stream().call(1, 20);
    // The second thread began a call at 10, and has recorded it after the first thread's of 30.
    ScriptedRecords threads = stream().calling(10).call(2, 30);
    atHorizon.add(1);
    tellAll();
    assertThat(told).containsExactly(2);
    threads.call(3, 10).heardUntil(40);
    tellAll();
    assertThat(told).containsExactly(2, 3, 1);
  }

  @Test
  void timesThatMayBeOffAreTakenAtTheirWorst() {
    TimeFrame off =
        new TimeFrame() {
          @Override
          public long earliest(long shown) {
            return shown - 5;
          }

          @Override
          public long latest(long shown) {
            return shown + 5;
          }
        };
    stream().call(1, 20);
    ScriptedRecords elsewhere = new ScriptedRecords().heardUntil(24);
    merge.add(elsewhere.cursor(), off, horizon -> record -> hear(record, horizon));
    merge.expect(2);
    atHorizon.add(1);
    tellAll();
    assertThat(told).isEmpty();
    elsewhere.heardUntil(26);
    tellAll();
    assertThat(told).containsExactly(1);
  }

  @Test
  void withoutEvidenceTheEarliestGoesOnFirstAndItIsCounted() {
    stream().call(1, 30).end();
    stream().call(2, 20).end();
    stream(); // was killed: what it did is not known
    atHorizon.addAll(List.of(1, 2));
    tellAll();
    assertThat(told).isEmpty();
    assertThat(merge.unproven()).isZero();
    assertThat(merge.goOnUnproven()).isTrue();
    assertThat(told).containsExactly(2);
    assertThat(warnings).isEqualTo(1);
    assertThat(merge.unproven()).isEqualTo(1);
  }

  @Test
  void itIsSaidOnceThatEvidenceIsMissingEvenIfTheRecordWaitsForAPeerAsWell() {
    ScriptedRecords blocked = new ScriptedRecords().call(1, 30);
    merge.add(
        blocked.cursor(), TimeFrame.EXACT, horizon -> record -> horizon.isPast(30) && isTold(2));
    stream(); // was killed, and with it event 2 is lost
    tellAll();
    assertThat(merge.goOnUnproven()).isFalse();
    assertThat(merge.goOnUnproven()).isFalse();
    assertThat(warnings).isEqualTo(1);
  }

  private boolean isTold(int event) {
    return told.contains(event);
  }

  @Test
  void whatWaitsForALostRecordOfAPeerIsNeverTold() {
    stream().call(1, 30).end();
    stream();
    peers.put(1, 2);
    tellAll();
    assertThat(merge.goOnUnproven()).isFalse();
    assertThat(told).isEmpty();
    assertThat(merge.isBlocked(0)).isTrue();
    assertThat(merge.isComplete()).isFalse();
  }

  @Test
  void aDamagedStreamIsToldUpToTheDamageAndSaysOnceWhere() {
    stream().call(1, 10).damage().call(2, 20);
    stream().call(3, 30).end();
    assertThatThrownBy(this::tellAll)
        .isInstanceOfSatisfying(
            BrokenTraceException.class,
            damage -> {
              assertThat(damage.offset()).isEqualTo(24);
              assertThat(damage.reason()).isEqualTo("an empty part of a record");
            });
    tellAll();
    assertThat(told).containsExactly(1, 3);
    assertThat(warnings).isEqualTo(1);
    assertThat(merge.isComplete()).isFalse();
  }

  /** What the damaged one did later is not known, so nothing is past. */
  @Test
  void nothingIsPastTheDamage() {
    stream().call(1, 10).damage();
    atHorizon.add(2);
    stream().call(2, 20).end();
    assertThatThrownBy(this::tellAll).isInstanceOf(BrokenTraceException.class);
    tellAll();
    assertThat(told).containsExactly(1);
    assertThat(merge.goOnUnproven()).isTrue();
    assertThat(told).containsExactly(1, 2);
    assertThat(merge.unproven()).isEqualTo(1);
  }

  /** A stream that asks how far another has come is not the damaged one. */
  @Test
  void aRecordWithoutATimeIsTheDamageOfItsOwnStream() {
    atHorizon.add(1);
    stream().call(1, 10).end();
    stream().callWithoutTime(7);
    assertThatThrownBy(this::tellAll).hasMessageContaining("byte 0 of its records: word 2");
    tellAll();
    assertThat(merge.hasEnded(0)).isFalse();
    assertThat(merge.goOnUnproven()).isTrue();
    tellAll();
    assertThat(merge.hasEnded(0)).isTrue();
    assertThat(merge.hasEnded(1)).isFalse();
  }
}
