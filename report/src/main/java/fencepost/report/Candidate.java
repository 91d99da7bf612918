package fencepost.report;

import fencepost.engine.Witness;
import fencepost.trace.Sites;
import java.util.List;

/**
 * Two places that race only in a run that is told something else than this one was. Whether there
 * is such a run is for the program to say: it is executed again with some calls held.
 *
 * @param key that of the finding which such a run has
 * @param path how such a run goes
 */
public record Candidate(List<Object> key, List<String> path, List<Hold> holds) {

  /** The calls that a rank makes at a place of a file of code. */
  public record Hold(int rank, String module, long offset) {}

  /** What was offered comes later, so that somebody else may be the first. */
  static List<Hold> holds(Witness witness, Sites sites) {
    return witness.turns().stream().map(turn -> hold(turn.second(), sites)).toList();
  }

  private static Hold hold(Witness.Section offered, Sites sites) {
    Sites.Site site = sites.site(offered.site());
    return new Hold(offered.rank(), site.module(), site.offset());
  }

  /** As {@code capture/process.c} reads them. */
  public String held(long milliseconds) {
    StringBuilder text = new StringBuilder(String.valueOf(milliseconds));
    for (Hold hold : holds) {
      text.append(String.format("%n%d %d %s", hold.rank, hold.offset, hold.module));
    }
    return text.toString();
  }
}
