package fencepost.engine;

import fencepost.model.Effect;
import java.io.Serializable;
import java.util.List;
import java.util.function.Supplier;

/** Keeps all that is said of races. */
record Described(List<Race> races) implements RaceListener, Serializable {
  @Override
  public void race(Effect earlier, Effect later, Supplier<Race> details) {
    races.add(details.get());
  }

  /** Everything that a report may make use of, as it is in the end. */
  static String words(Race race) {
    return String.join(
        "; ",
        words(race.earlier(), race.issued(0)),
        words(race.later(), race.issued(1)),
        "at " + race.address(),
        "known " + race.lastKnown() + race.issueKnown() + race.again(),
        "around " + race.around());
  }

  private static String words(Effect effect, long issued) {
    return effect.name() + effect.site + effect.region + issued + effect.completions();
  }
}
