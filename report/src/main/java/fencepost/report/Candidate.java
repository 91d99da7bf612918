package fencepost.report;

import fencepost.engine.Race;
import fencepost.engine.Witness;
import fencepost.model.Effect;
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

  /**
   * The calls that a rank makes at a place of a file of code.
   *
   * @param after a call of the same rank there that comes first; 0 if none has to
   */
  public record Hold(int rank, String module, long offset, long after) {
    Hold fromTheStart() {
      return new Hold(rank, module, offset, 0);
    }
  }

  /** What was offered comes later, so that somebody else may be the first. */
  static List<Hold> holds(Witness witness, Race race, Sites sites) {
    return witness.turns().stream()
        .map(turn -> hold(turn.second(), race.earlier(), sites))
        .toList();
  }

  /**
   * A loop makes the calls often, and the first access once in a while: it is held behind that one,
   * if a call has made it.
   */
  private static Hold hold(Witness.Section offered, Effect first, Sites sites) {
    Sites.Site site = sites.site(offered.site());
    boolean isCall = !first.kind.instruction() && first.process == offered.rank();
    Sites.Site call = isCall ? sites.site(first.site) : site;
    boolean comesFirst = !call.equals(site) && call.module().equals(site.module());
    return new Hold(offered.rank(), site.module(), site.offset(), comesFirst ? call.offset() : 0);
  }

  /** The same wherever the first access is made. */
  public List<Hold> holdsFromTheStart() {
    return holds.stream().map(Hold::fromTheStart).toList();
  }

  /**
   * As {@code capture/process.c} reads them. Who hands on what another one told goes on before that
   * one does, so that a third can come in between: each is held for half as long as the one before.
   */
  public static String held(List<Hold> holds, long milliseconds) {
    StringBuilder text = new StringBuilder();
    long time = milliseconds;
    for (Hold hold : holds) {
      text.append(
          String.format("%d %d %d %d %s%n", hold.rank, time, hold.offset, hold.after, hold.module));
      time /= 2;
    }
    return text.toString();
  }
}
