package fencepost.engine;

import fencepost.clocks.Clock;
import fencepost.clocks.Signal;
import fencepost.model.Point;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The latest signals of each strand, and the cells that were updated with them: where a strand can
 * be held back, so that others are told something else.
 */
final class Releases {
  private static final int MOST_SIGNALS = 1 << 10;
  private static final int MOST_CELLS = 16;
  private static final int MOST_ORIGINS = 64;
  private static final int NOWHERE = -1;

  private final List<Strand> strands;
  private final List<ArrayDeque<Release>> releases = new ArrayList<>();

  /** A signal, and the cells whose updates it went with. */
  private record Release(Point point, List<Updated> cells) {}

  Releases(List<Strand> strands) {
    this.strands = strands;
  }

  void signals(Point point) {
    ArrayDeque<Release> own = of(point.strand());
    own.addLast(new Release(point, new ArrayList<>(0)));
    if (own.size() > MOST_SIGNALS) {
      own.removeFirst();
    }
  }

  private ArrayDeque<Release> of(int strand) {
    while (releases.size() <= strand) {
      releases.add(new ArrayDeque<>());
    }
    return releases.get(strand);
  }

  /** The last signal of the strand goes with an update of the cell. */
  void updates(int strand, Updated cell) {
    cell.updatedBy(strand);
    Release last = of(strand).peekLast();
    if (last != null && last.cells.size() < MOST_CELLS && !last.cells.contains(cell)) {
      last.cells.add(cell);
    }
  }

  /** The signal of the strand at that time; null if it is too long ago, or was none. */
  private @Nullable Point at(int strand, long time) {
    Iterator<Release> latest = of(strand).descendingIterator();
    while (latest.hasNext()) {
      Point point = latest.next().point;
      if (point.time() <= time) {
        return point.time() == time ? point : null;
      }
    }
    return null;
  }

  /**
   * The moments that the signal stands for: all that is certain of it and new to the reader was
   * certain at one of them. None if nobody can tell, or there are too many.
   */
  List<Point> origins(Strand reader, Signal signal) {
    if (signal.strand() >= 0) {
      Point only = at(signal.strand(), signal.timeOf(signal.strand()));
      return only == null ? List.of() : List.of(only);
    }
    Clock certain = signal.certain();
    Clock sure = reader.clock.certain();
    List<Point> latest = new ArrayList<>();
    for (Strand strand : strands) {
      long time = certain.timeOf(strand.id);
      if (strand != reader && time > sure.timeOf(strand.id)) {
        Point point = at(strand.id, time);
        latest.add(point == null ? new Point(strand.id, time, "", NOWHERE) : point);
        if (latest.size() > MOST_ORIGINS) {
          return List.of();
        }
      }
    }
    return latest.stream().filter(point -> !isKnownToAny(point, latest)).toList();
  }

  /** Whether one of the others comes certainly after it, and so stands for it, too. */
  private boolean isKnownToAny(Point point, List<Point> others) {
    for (Point other : others) {
      boolean knows =
          !other.equals(point)
              && strands
                  .get(other.strand())
                  .clock
                  .certainAt(other.time())
                  .covers(point.strand(), point.time());
      if (knows) {
        return true;
      }
    }
    return false;
  }

  /** Whether a call can be held there. */
  static boolean isCall(Point point) {
    return point.site() != NOWHERE;
  }

  /** The signals of the same strand before the point that went with updates of the cell. */
  List<Point> before(Point point, Updated cell) {
    List<Point> before = new ArrayList<>();
    Iterator<Release> latest = of(point.strand()).descendingIterator();
    while (latest.hasNext()) {
      Release release = latest.next();
      if (release.point.time() < point.time() && release.cells.contains(cell)) {
        before.add(release.point);
      }
    }
    return before;
  }
}
