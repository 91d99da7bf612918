package fencepost.report;

import fencepost.frontend.AnalysedRun;
import fencepost.frontend.Timeline;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * When the strands of a run synchronised, from the first time that one of them did.
 *
 * @param lanes one for each strand, in the order of ranks and threads
 */
public record RunTimeline(List<Lane> lanes, long start, Map<Integer, Timeline> byStrand) {
  public static final RunTimeline NONE = new RunTimeline(List.of(), 0, Map.of());

  /** Of all lanes together: more cannot be told apart on a screen. */
  private static final int MOST_MARKS = 100_000;

  private static final int FEWEST_PER_LANE = 16;

  /** What a strand did: calls that may wait for others, each with the time of its return. */
  public record Lane(int rank, int thread, List<Timeline.Mark> marks) {}

  public static RunTimeline of(AnalysedRun run) {
    List<Timeline> all = run.timelines();
    long start =
        all.stream()
            .filter(timeline -> !timeline.marks().isEmpty())
            .mapToLong(timeline -> timeline.marks().get(0).time())
            .min()
            .orElse(0);
    int most = Math.max(FEWEST_PER_LANE, MOST_MARKS / Math.max(1, all.size()));
    List<Lane> lanes = new ArrayList<>();
    Map<Integer, Timeline> byStrand = new HashMap<>();
    for (Timeline timeline : all) {
      lanes.add(new Lane(timeline.rank, timeline.thread, thinned(timeline.marks(), most)));
      byStrand.put(timeline.strand, timeline);
    }
    return new RunTimeline(lanes, start, byStrand);
  }

  private static List<Timeline.Mark> thinned(List<Timeline.Mark> marks, int most) {
    int every = (marks.size() + most - 1) / most;
    List<Timeline.Mark> kept = new ArrayList<>();
    for (int i = Math.max(0, every - 1); i < marks.size(); i += every) {
      kept.add(marks.get(i));
    }
    return kept;
  }

  /** The number of a strand within its process; 0 if that is not known. */
  int threadOf(int strand) {
    Timeline timeline = byStrand.get(strand);
    return timeline == null ? 0 : timeline.thread;
  }

  /** About when a strand was at a moment of its own time, since the start; -1 if unknown. */
  long timeOf(int strand, long moment) {
    Timeline timeline = byStrand.get(strand);
    long time = timeline == null ? -1 : timeline.timeOf(moment);
    return time < 0 ? -1 : Math.max(0, time - start);
  }
}
