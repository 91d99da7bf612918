package fencepost.check;

import fencepost.check.Forks.Fork;
import fencepost.check.machine.Unknowns;
import fencepost.check.machine.Unknowns.Decision;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The inputs that are still to be tried. Those come first with which an instruction gives an answer
 * that it has not given before; of the others, which only combine known answers in another way,
 * some are tried.
 */
final class Frontier {
  private static final int MOST = 64;
  private static final int MOST_COMBINATIONS = 8;

  private final ArrayDeque<Fork> open = new ArrayDeque<>();
  private final Set<Map<Integer, Long>> seen = new HashSet<>(Set.of(Map.of()));
  private final Set<Object> ways = new HashSet<>();
  private int tried;
  private int combinations;

  /** An execution with these inputs has been seen. */
  void add(Unknowns unknowns, Map<Integer, Long> chosen) {
    unknowns.decisions().stream().map(Decision::way).forEach(ways::add);
    for (Fork fork : Forks.of(unknowns, chosen)) {
      if (seen.add(fork.values())) {
        open.add(fork);
      }
    }
  }

  /** The inputs to try next; null if there are none. */
  @Nullable Map<Integer, Long> next() {
    for (Fork fork : open) {
      if (tried < MOST && !ways.contains(fork.other().way())) {
        tried++;
        open.remove(fork);
        return fork.values();
      }
    }
    if (open.isEmpty() || tried >= MOST || combinations >= MOST_COMBINATIONS) {
      return null;
    }
    tried++;
    combinations++;
    return open.remove().values();
  }

  /** Whether some were left out. */
  boolean isCutOff() {
    return !open.isEmpty();
  }
}
