package fencepost.bench;

/**
 * Races that a made-up program has besides what it does otherwise: a number of processes each put
 * into a word of another that loads it, in lines of their own, with nothing in between.
 */
final class SeededRaces {
  private static final int FIRST_LINE = 1000;
  private static final long FIRST_WORD = 1L << 30;
  private static final long LONGEST = 16;

  private final MpiScript script;
  private final int rank;
  private final int ranks;
  private final int count;

  SeededRaces(MpiScript script, int rank, int ranks, int count) {
    this.script = script;
    this.rank = rank;
    this.ranks = ranks;
    this.count = count;
  }

  /** Writes the rank's part of all races. */
  void write(long window) {
    for (int race = 0; race < count; race++) {
      int origin = race % ranks;
      int target = (origin + 1 + race / ranks % (ranks - 1)) % ranks;
      int line = FIRST_LINE + 4 * race;
      long word = FIRST_WORD + 8L * race;
      if (rank == origin) {
        script.lock(line, target, false);
        script.put(line + 1, window + word, 1, target, word);
        script.unlock(line + 2, target);
      }
      if (rank == target) {
        script.load(line + 3, Run.of(window + word, 8));
      }
    }
    script.at(LONGEST * (count + 1L)); // nobody waits for one who does something later
  }
}
