package fencepost.report;

import fencepost.engine.Race;
import fencepost.model.Point;
import fencepost.report.Diagram.What;
import fencepost.report.Diagrams.Moment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Puts the events of two strands into rows, time going down. Events of one strand keep their order.
 * What the later effect knew of the other strand comes before it, because it did happen before.
 * Calls that stand at one place of the source, and are equally many away from the last one that is
 * known to have ordered the two strands, are taken for one collective call and share a row. For the
 * rest the picture shows one order of several that there could have been.
 */
final class DiagramRows {
  private final Race race;
  private final List<Moment> first;
  private final List<Moment> second;
  private final List<List<Moment>> rows = new ArrayList<>();

  /** In the first and second list: behind the last one that has a row. */
  private int done1;

  private int done2;

  /** Two events of a row. */
  private record Pair(int one, int other) {}

  DiagramRows(Race race, List<Moment> first, List<Moment> second) {
    this.race = race;
    this.first = first;
    this.second = second;
  }

  List<List<Moment>> rows() {
    for (Pair pair : pairs()) {
      take(m -> first.indexOf(m) < pair.one, m -> false);
      take(m -> false, m -> second.indexOf(m) < pair.other);
      rows.add(List.of(first.get(pair.one), second.get(pair.other)));
      done1 = pair.one + 1;
      done2 = pair.other + 1;
    }
    Point told = race.lastKnown();
    long known = told == null ? Long.MIN_VALUE : told.time();
    long issuedFirst = race.around().get(0).issued();
    long issuedSecond = race.around().get(1).issued();
    take(m -> m.time() <= known, m -> m.time() < issuedSecond);
    take(m -> m.time() <= issuedFirst, m -> m.time() <= issuedSecond);
    take(m -> true, m -> true);
    return rows;
  }

  /** Gives rows of their own to the next events of both strands that are as asked for. */
  private void take(Predicate<Moment> ofFirst, Predicate<Moment> ofSecond) {
    while (done1 < first.size() && ofFirst.test(first.get(done1))) {
      rows.add(List.of(first.get(done1++)));
    }
    while (done2 < second.size() && ofSecond.test(second.get(done2))) {
      rows.add(List.of(second.get(done2++)));
    }
  }

  /** In their order; none if nothing is known to have ordered the strands. */
  private List<Pair> pairs() {
    Pair anchor = anchor();
    List<Pair> pairs = new ArrayList<>();
    if (anchor == null) {
      return pairs;
    }
    int other = anchor.other;
    for (int one = anchor.one - 1; one >= 0; one--) {
      int match = match(one, other - 1, -1);
      if (match >= 0) {
        pairs.add(0, new Pair(one, match));
        other = match;
      }
    }
    pairs.add(anchor);
    other = anchor.other;
    for (int one = anchor.one + 1; one < first.size(); one++) {
      int match = match(one, other + 1, 1);
      if (match >= 0) {
        pairs.add(new Pair(one, match));
        other = match;
      }
    }
    return pairs;
  }

  /** The last call that is known to have ordered the strands, on both. */
  private @Nullable Pair anchor() {
    Point told = race.lastKnown();
    long issued = race.around().get(1).issued();
    for (int one = 0; told != null && one < first.size(); one++) {
      if (first.get(one).time() == told.time()) {
        int end = second.size() - 1;
        while (end >= 0 && second.get(end).time() >= issued) {
          end--;
        }
        int match = match(one, end, -1);
        return match < 0 ? null : new Pair(one, match);
      }
    }
    return null;
  }

  /** The next event of the second strand, in a direction, that is the same call; -1 if none. */
  private int match(int one, int from, int step) {
    for (int i = from; i >= 0 && i < second.size(); i += step) {
      boolean issues = first.get(one).what() == What.ISSUE || second.get(i).what() == What.ISSUE;
      if (!issues && second.get(i).isCallOf(first.get(one))) {
        return i;
      }
    }
    return -1;
  }
}
