package fencepost.frontend.program;

import static org.assertj.core.api.Assertions.assertThat;

import fencepost.model.Region;
import fencepost.trace.RecordBuffer;
import fencepost.trace.RecordCursor;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Regions that are made from those that the same instruction touched before. */
class FootprintsTest {
  private final Footprints footprints = new Footprints();

  private Region of(int site, long... slots) {
    RecordBuffer records = new RecordBuffer(() -> 0, () -> 0, () -> 0);
    records.write(RecordCursor.ACCESS, 0, 0, slots);
    assertThat(records.hasRecord()).isTrue();
    return footprints.of(site, records);
  }

  @Test
  void theSameBytesAreTheSameRegion() {
    Region first = of(7, 0, 1000, 8, 16, 32, 4, 4096);
    assertThat(of(7, 0, 1000, 8, 16, 32, 4, 4096)).isSameAs(first);
  }

  @Test
  void everyRegionIsTheOneThatItsRecordDescribes() {
    Random random = new Random(1);
    for (int i = 0; i < 20_000; i++) {
      long start = 100_000 + random.nextInt(50);
      long size = 1 + random.nextInt(2);
      long count = 1 + random.nextInt(2);
      long stride = 8 * random.nextInt(3) - 8;
      long rows = 1 + random.nextInt(2);
      long pitch = 64 * random.nextInt(3) - 64;
      int site = random.nextInt(200);
      switch (random.nextInt(3)) {
        case 0 -> assertThat(of(site, 0, start, size)).isEqualTo(Region.of(start, size));
        case 1 ->
            assertThat(of(site, 0, start, size, count, stride))
                .isEqualTo(Region.strided(start, size, count, stride));
        default ->
            assertThat(of(site, 0, start, size, count, stride, rows, pitch))
                .isEqualTo(new Region(start, size, count, stride, rows, pitch));
      }
    }
  }
}
