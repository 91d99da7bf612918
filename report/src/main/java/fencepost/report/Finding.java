package fencepost.report;

import java.util.List;

/**
 * One race as it is reported: two source places, however often they raced.
 *
 * @param accesses exactly two, ordered by source place
 * @param why what does not order the two
 * @param fix what would
 */
public record Finding(
    Rule rule,
    Location location,
    List<Access> accesses,
    String why,
    String fix,
    long count,
    List<Integer> ranks) {

  /** One side of a race. */
  public record Access(
      int rank, int thread, String operation, String access, List<SourcePlace> stack) {
    public SourcePlace place() {
      return stack.get(0);
    }
  }

  /** The memory that both touched. */
  public record Location(int rank, String object, long offset, long bytes) {}
}
