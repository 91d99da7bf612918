package fencepost.merge;

import static org.assertj.core.api.Assertions.assertThat;

import fencepost.merge.MadeUpRun.Event;
import fencepost.trace.RecordCursor;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Random runs of processes, with some threads each, that send messages, meet in barriers, update
 * and read cells and hold locks, whose records come in pieces of any size. Whatever comes first,
 * every record is told, each one after all that it depends on in the run, and nothing is told
 * without evidence.
 */
class MergePropertyTest {
  private static final int RUNS = Integer.getInteger("fencepost.merges", 3000);

  @Test
  void everyRecordIsToldAfterAllThatItDependsOn() {
    for (int seed = 0; seed < RUNS; seed++) {
      new Telling(seed).check();
    }
  }

  /** One run, told. */
  private static final class Telling {
    private final int seed;
    private final Random random;
    private final MadeUpRun run;
    private final List<ScriptedRecords> streams = new ArrayList<>();
    private final List<Integer> come = new ArrayList<>();
    private final Set<Integer> told = new HashSet<>();
    private int lockHolder = MadeUpRun.NOBODY;
    private final Merge merge = new Merge(() -> {});

    Telling(int seed) {
      this.seed = seed;
      this.random = new Random(seed);
      this.run = new MadeUpRun(random);
      for (int rank = 0; rank < run.ranks(); rank++) {
        ScriptedRecords records = new ScriptedRecords();
        streams.add(records);
        come.add(0);
        int teller = rank;
        merge.add(
            records.cursor(), TimeFrame.EXACT, horizon -> record -> hear(record, horizon, teller));
      }
      merge.expect(run.ranks());
    }

    void check() {
      for (long now = 0; now < run.end(); now += 1 + random.nextInt(40)) {
        comes(now);
        merge.step();
      }
      comes(Long.MAX_VALUE);
      while (merge.step()) {
        // until nothing is left
      }
      assertThat(told).as("seed %d: all is told", seed).hasSize(run.events().size());
      assertThat(merge.unproven()).as("seed %d: nothing is guessed", seed).isZero();
    }

    /** Each process has written so much by now. */
    private void comes(long now) {
      for (int rank = 0; rank < run.ranks(); rank++) {
        List<Event> events = run.of(rank);
        int next = come.get(rank);
        while (next < events.size() && events.get(next).written() <= now) {
          Event event = events.get(next++);
          if (event.calling() != MadeUpRun.NEVER) {
            streams.get(rank).calling(event.calling());
          }
          streams.get(rank).call(event.number(), event.time());
        }
        come.set(rank, next);
        streams.get(rank).heardUntil(run.callingSince(rank, now));
      }
    }

    private boolean hear(RecordCursor record, Horizon horizon, int teller) {
      Event event = run.events().get((int) record.slot(0));
      if (!told.containsAll(event.peers())) {
        return false; // a front end knows its peers by name
      }
      if (event.observes() && !horizon.isPast(event.time())) {
        return false;
      }
      assertThat(told)
          .as("seed %d: what event %d of rank %d saw", seed, event.number(), teller)
          .containsAll(event.saw());
      if (event.provesLock()) {
        assertThat(lockHolder).as("seed %d: the lock is free", seed).isEqualTo(MadeUpRun.NOBODY);
        lockHolder = teller;
      } else if (event.releasesLock()) {
        assertThat(lockHolder).as("seed %d: the holder lets go", seed).isEqualTo(teller);
        lockHolder = MadeUpRun.NOBODY;
      }
      told.add(event.number());
      return true;
    }
  }
}
