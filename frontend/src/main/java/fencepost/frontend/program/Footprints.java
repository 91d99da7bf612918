package fencepost.frontend.program;

import fencepost.model.Region;
import fencepost.trace.RecordCursor;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * For each source place the bytes of its last accesses: a loop touches the same bytes again, or
 * others of the same shape, and a region that is known need not be made and compared again.
 */
final class Footprints {
  private static final int LEAST = 64;

  private @Nullable Footprint[] bySite = new Footprint[LEAST];

  /** A region, and how a record described it. */
  private record Footprint(
      long start, long size, long count, long stride, long rows, long pitch, Region region) {

    boolean hasShape(long ofSize, long ofCount, long ofStride, long ofRows, long ofPitch) {
      return size == ofSize
          && count == ofCount
          && stride == ofStride
          && rows == ofRows
          && pitch == ofPitch;
    }
  }

  /** The bytes of an access record; {@code docs/trace-format.md} describes its slots. */
  Region of(int site, RecordCursor record) {
    int slots = record.slots();
    long start = record.slot(1);
    long size = record.slot(2);
    if (slots <= 3) {
      return new Region(start, size, 1, 0, 1, 0);
    }
    long count = record.slot(3);
    long stride = record.slot(4);
    long rows = slots > 5 ? record.slot(5) : 1;
    long pitch = slots > 5 ? record.slot(6) : 0;
    Footprint last = site < bySite.length ? bySite[site] : null;
    if (last == null || !last.hasShape(size, count, stride, rows, pitch)) {
      Region region = new Region(start, size, count, stride, rows, pitch);
      keep(site, new Footprint(start, size, count, stride, rows, pitch, region));
      return region;
    }
    return last.start == start ? last.region : last.region.shifted(start - last.start);
  }

  private void keep(int site, Footprint footprint) {
    if (site >= bySite.length) {
      bySite = Arrays.copyOf(bySite, Math.max(site + 1, 2 * bySite.length));
    }
    bySite[site] = footprint;
  }
}
