package fencepost.engine;

import static org.assertj.core.api.Assertions.assertThat;

import fencepost.model.AccessKind;
import fencepost.model.Effect;
import fencepost.model.Operation;
import fencepost.model.Point;
import fencepost.model.Region;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the listener is told of a race. */
class ReportTest {
  private final List<Race> races = new ArrayList<>();
  private final Detector detector =
      new Detector((earlier, later, details) -> races.add(details.get()));
  private final Strand origin = detector.strand(0);
  private final Strand target = detector.strand(1);

  @Test
  void aRaceNamesBothEffectsAndACommonByte() {
    put(Region.of(0, 8));
    detector.access(target, AccessKind.LOAD, 1, Region.of(4, 8), 30, null);
    Race race = races.get(0);
    assertThat(race.earlier().name()).isEqualTo("put");
    assertThat(race.earlier().site).isEqualTo(10);
    assertThat(race.later().name()).isEqualTo("load");
    assertThat(race.later().site).isEqualTo(30);
    assertThat(race.address()).isEqualTo(4);
    assertThat(race.earlier().completions()).isEmpty();
    assertThat(race.lastKnown()).isNull();
  }

  @Test
  void aRaceNamesTheCompletionThatCameTooLateAndTheLastSynchronisationThatDidNot() {
    Effect put = put(Region.of(0, 8));
    detector.inside(origin, "barrier", 11);
    detector.await(target, detector.signal(origin));
    detector.inside(origin, "flush", 12);
    detector.complete(origin, put);
    detector.inside(origin, "send", 13);
    detector.signal(origin);
    detector.access(target, AccessKind.STORE, 1, Region.of(0, 8), 30, null);

    Race race = races.get(0);
    assertThat(race.earlier().completions()).extracting(Point::call).containsExactly("flush");
    assertThat(race.lastKnown()).extracting(Point::call).isEqualTo("barrier");
  }

  @Test
  void theLastSynchronisationsAreRemembered() {
    Journal journal = new Journal();
    for (int time = 1; time <= 1000; time++) {
      journal.add(new Point(0, 10 * time, "call", time));
    }
    assertThat(journal.lastUntil(20_000)).extracting(Point::site).isEqualTo(1000);
    assertThat(journal.lastUntil(9_005)).extracting(Point::site).isEqualTo(900);
    assertThat(journal.lastUntil(9_000)).extracting(Point::site).isEqualTo(900);
    assertThat(journal.lastUntil(5)).isNull();
  }

  @Test
  void theSynchronisationsAroundAnEffectAreThoseNextToIt() {
    Journal journal = new Journal();
    for (int time = 1; time <= 1000; time++) {
      journal.add(new Point(0, 10 * time, "call", time));
    }
    assertThat(journal.around(9_005))
        .extracting(Point::site)
        .containsExactly(898, 899, 900, 901, 902, 903);
    assertThat(journal.around(99_999)).extracting(Point::site).containsExactly(998, 999, 1000);
    assertThat(journal.around(1))
        .as("not remembered any more")
        .extracting(Point::site)
        .containsExactly(745, 746, 747);
    assertThat(new Journal().around(1)).isEmpty();
  }

  private Effect put(Region region) {
    detector.inside(origin, "put", 10);
    Operation put = detector.issue(origin, new Operation.Completion("flush", "flush"));
    return detector.effect(put, AccessKind.REMOTE_WRITE, 1, region, null, null, null);
  }
}
