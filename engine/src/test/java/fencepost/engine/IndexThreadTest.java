package fencepost.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import fencepost.engine.parallel.IndexThread;
import fencepost.model.AccessKind;
import fencepost.model.Region;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The race index in a thread of its own; see also {@link DetectorPropertyTest}. */
class IndexThreadTest {
  private static final Region X = Region.of(0, 8);
  private static final int BATCH = 4;

  private final List<SitePair> races = new ArrayList<>();
  private final IndexThread index =
      new IndexThread(
          new MemoryIndex(
              (earlier, later, details) -> races.add(SitePair.of(earlier.site, later.site))),
          BATCH);
  private final Detector detector = new Detector(index);
  private final Strand owner = detector.strand(0);
  private final Strand neighbour = detector.strand(1);

  @Test
  void whatDoesNotFillABatchIsHeardInTheEnd() {
    storeFromBoth(1);
    assertThat(races).isEmpty();
    index.finish();
    assertThat(races).containsExactly(SitePair.of(1, 2));
  }

  @Test
  void racesAreFoundAfterAnEarlierFinish() {
    for (int site = 1; site < 100; site += 10) {
      storeFromBoth(site);
      index.finish();
      assertThat(races).contains(SitePair.of(site, site + 1));
    }
  }

  @Test
  void whatEveryoneKnowsIsForgotten() {
    for (int i = 0; i < 20_000; i++) {
      detector.access(owner, AccessKind.STORE, 0, Region.of(8L * i, 8), 1, null);
      detector.await(neighbour, detector.signal(owner));
      detector.await(owner, detector.signal(neighbour));
    }
    index.finish();
    assertThat(detector.remembered()).isLessThan(5_000);
    assertThat(races).isEmpty();
  }

  @Test
  void aFailureOfTheThreadIsThrownToWhoeverTells() {
    Detector failing =
        new Detector(
            new IndexThread(
                new MemoryIndex(
                    (earlier, later, details) -> {
                      throw new IllegalArgumentException("no room");
                    }),
                BATCH));
    Strand one = failing.strand(0);
    Strand other = failing.strand(1);
    assertThatThrownBy(
            () -> {
              for (int site = 1; site < 1_000_000; site += 2) {
                failing.access(one, AccessKind.STORE, 0, X, site, null);
                failing.access(other, AccessKind.STORE, 0, X, site + 1, null);
              }
            })
        .hasMessageContaining("no room");
  }

  private void storeFromBoth(int site) {
    detector.access(owner, AccessKind.STORE, 0, X, site, null);
    detector.access(neighbour, AccessKind.STORE, 0, X, site + 1, null);
  }
}
