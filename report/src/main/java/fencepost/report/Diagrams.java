package fencepost.report;

import fencepost.engine.Race;
import fencepost.model.Effect;
import fencepost.model.Point;
import fencepost.report.Diagram.Event;
import fencepost.report.Diagram.Lane;
import fencepost.report.Diagram.Span;
import fencepost.report.Diagram.What;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Makes the picture of a race. Events of one strand come in its order. Those of the earlier
 * effect's strand that the later one knew of come first, because they did happen first; for the
 * rest the picture shows one order of several that there could have been.
 */
final class Diagrams {
  private final IntFunction<SourcePlace> places;
  private final RunTimeline timeline;

  /**
   * Something on a strand, with its time there.
   *
   * @param together the number of the collective call that it is a part of
   */
  record Moment(int lane, long time, What what, String call, int site, int effect, long together) {
    /** The same as a part of a collective call. */
    Moment with(long number) {
      return new Moment(lane, time, what, call, site, effect, number);
    }

    /** Whether the two strands entered one collective call there. */
    boolean isTogetherWith(Moment other) {
      return together != Point.ALONE && together == other.together;
    }

    /** Whether both are of a call at the same place of the source. */
    boolean isCallOf(Moment other) {
      return site == other.site && call.equals(other.call);
    }
  }

  /**
   * @param places the source place of a site
   */
  Diagrams(IntFunction<SourcePlace> places, RunTimeline timeline) {
    this.places = places;
    this.timeline = timeline;
  }

  /**
   * @param base where the object begins that both touch
   * @param swapped whether the finding names the later one first
   */
  @Nullable Diagram of(Race race, long base, long size, boolean swapped) {
    if (race.around().size() != 2) {
      return null;
    }
    boolean oneStrand = !isOtherStrand(race);
    List<Moment> found = inOrder(both(moments(race, 0, 0), moments(race, 1, oneStrand ? 0 : 1)));
    List<Moment> first = lane(race, found, 0);
    List<Moment> second = lane(race, found, 1);
    List<Moment> all = new ArrayList<>();
    List<Event> events = new ArrayList<>();
    int number = 0;
    for (List<Moment> row : oneStrand ? each(first) : new DiagramRows(race, first, second).rows()) {
      for (Moment moment : row) {
        all.add(moment);
        events.add(
            new Event(moment.lane, number, moment.what, moment.call, places.apply(moment.site)));
      }
      number++;
    }
    Span earlier = span(race, all, 0, base);
    Span later = span(race, all, 1, base);
    List<Lane> lanes = new ArrayList<>(List.of(new Lane(race.earlier().process)));
    if (!oneStrand) {
      lanes.add(new Lane(race.later().process));
    }
    return new Diagram(
        List.copyOf(lanes),
        List.copyOf(events),
        swapped ? List.of(later, earlier) : List.of(earlier, later),
        oneStrand ? -1 : known(race, all),
        size);
  }

  /** An effect's strand: its issue, its completions there or on the other one, and what is near. */
  private static List<Moment> moments(Race race, int which, int lane) {
    Effect effect = which == 0 ? race.earlier() : race.later();
    Effect other = which == 0 ? race.later() : race.earlier();
    Race.Surroundings around = race.around().get(which);
    List<Moment> moments = new ArrayList<>();
    for (Point point : around.points()) {
      moments.add(synchronisation(point, lane));
    }
    Point told = race.lastKnown();
    if (which == 0 && told != null && !around.points().contains(told)) {
      moments.add(synchronisation(told, lane));
    }
    moments.add(
        new Moment(
            lane, around.issued(), What.ISSUE, effect.name(), effect.site, which, Point.ALONE));
    for (Point point : effect.completions()) {
      boolean elsewhere = point.strand() == other.strand && point.strand() != effect.strand;
      if (!elsewhere && point.strand() != effect.strand) {
        continue; // on a strand that has no lane
      }
      int where = elsewhere ? 1 - lane : lane;
      moments.removeIf(m -> m.lane == where && m.time == point.time());
      moments.add(
          new Moment(
              where,
              point.time(),
              What.COMPLETION,
              point.call(),
              point.site(),
              which,
              Point.ALONE));
    }
    return moments;
  }

  private static Moment synchronisation(Point point, int lane) {
    return new Moment(
        lane, point.time(), What.SYNCHRONISATION, point.call(), point.site(), -1, point.together());
  }

  private static List<Moment> both(List<Moment> one, List<Moment> other) {
    List<Moment> all = new ArrayList<>(one);
    for (Moment moment : other) {
      boolean there =
          moment.effect < 0
              && all.stream().anyMatch(m -> m.lane == moment.lane && m.time == moment.time);
      if (!there) {
        all.add(moment);
      }
    }
    return all;
  }

  private static List<Moment> inOrder(List<Moment> moments) {
    return moments.stream()
        .filter(moment -> moment.effect >= 0 || moment.site >= 0)
        .sorted(Comparator.comparingLong(Moment::time))
        .toList();
  }

  /**
   * What is shown of a strand: a call that synchronises next to its own effect, or to what it
   * completes, is there once.
   */
  private static List<Moment> lane(Race race, List<Moment> found, int lane) {
    Point told = race.lastKnown();
    List<Moment> all = found.stream().filter(moment -> moment.lane == lane).toList();
    List<Moment> kept = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      Moment moment = all.get(i);
      boolean needed =
          moment.effect >= 0
              || (told != null && lane == 0 && moment.time == told.time() && isOtherStrand(race))
              || !(isSameCall(moment, all, i - 1) || isSameCall(moment, all, i + 1));
      if (needed) {
        kept.add(moment.effect < 0 ? moment : moment.with(together(moment, all, i)));
      }
    }
    return kept;
  }

  /** Of a call that completes an effect and synchronises: what stands next to it says with whom. */
  private static long together(Moment moment, List<Moment> all, int at) {
    for (int i = Math.max(0, at - 1); i <= Math.min(all.size() - 1, at + 1); i++) {
      if (moment.what == What.COMPLETION && all.get(i).effect < 0 && all.get(i).isCallOf(moment)) {
        return all.get(i).together;
      }
    }
    return moment.together;
  }

  private static boolean isOtherStrand(Race race) {
    return race.earlier().strand != race.later().strand;
  }

  private static List<List<Moment>> each(List<Moment> moments) {
    return moments.stream().map(List::of).toList();
  }

  private static boolean isSameCall(Moment moment, List<Moment> all, int other) {
    return other >= 0
        && other < all.size()
        && all.get(other).effect >= 0
        && all.get(other).isCallOf(moment);
  }

  private Span span(Race race, List<Moment> all, int which, long base) {
    Effect effect = which == 0 ? race.earlier() : race.later();
    int issue = -1;
    int completion = -1;
    for (int i = all.size() - 1; i >= 0; i--) {
      if (all.get(i).effect == which && all.get(i).what == What.ISSUE) {
        issue = i;
      } else if (all.get(i).effect == which) {
        completion = i; // the first one of several
      }
    }
    return new Span(
        issue,
        effect.kind.instruction() ? issue : completion,
        effect.region.start() - base,
        effect.region.end() - base,
        timeline.timeOf(effect.strand, race.around().get(which).issued()));
  }

  private static int known(Race race, List<Moment> all) {
    Point told = race.lastKnown();
    for (int i = 0; told != null && i < all.size(); i++) {
      if (all.get(i).lane == 0 && all.get(i).time == told.time()) {
        return i;
      }
    }
    return -1;
  }
}
