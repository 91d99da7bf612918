package fencepost.report;

import fencepost.engine.Race;
import fencepost.model.Point;
import fencepost.report.Diagrams.Moment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Puts the events of two strands into rows, time going down. Events of one strand keep their order.
 * What the later effect knew of the other strand comes before it, because it did happen before. The
 * entries to one collective call share a row. For the rest the picture shows one order of several
 * that there could have been.
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

  /** The entries to one collective call, in their order. */
  private List<Pair> pairs() {
    List<Pair> pairs = new ArrayList<>();
    int next = 0;
    for (int one = 0; one < first.size(); one++) {
      for (int other = next; other < second.size(); other++) {
        if (first.get(one).isTogetherWith(second.get(other))) {
          pairs.add(new Pair(one, other));
          next = other + 1;
          break;
        }
      }
    }
    return pairs;
  }
}
