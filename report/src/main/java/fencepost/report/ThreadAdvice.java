package fencepost.report;

import fencepost.engine.Race;
import fencepost.model.Effect;
import fencepost.model.Point;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Says why nothing orders two threads or tasks of one process, and what would, in the words of
 * OpenMP where the program uses it.
 *
 * @param line where a site is
 */
record ThreadAdvice(Race race, IntFunction<String> line) {
  private static final String TASK = "omp task";
  private static final String OPENMP = "omp ";

  String why() {
    Effect a = race.earlier();
    Effect b = race.later();
    String text =
        String.format(
            "%s (%s) and %s (%s) are in two %s of one process that nothing orders.",
            name(a), line.apply(a.site), name(b), line.apply(b.site), strands());
    if (a.kind.atomicInstruction() != b.kind.atomicInstruction()) {
      text +=
          " Only one of the two is atomic: it excludes other atomic accesses, and no plain one.";
    }
    return text;
  }

  String fix() {
    Effect a = race.earlier();
    Effect b = race.later();
    if (a.kind.atomicInstruction() != b.kind.atomicInstruction()) {
      Effect plain = a.kind.atomicInstruction() ? b : a;
      return "Make "
          + name(plain)
          + " ("
          + line.apply(plain.site)
          + ") atomic, too"
          + (isOpenMp()
              ? " (#pragma omp atomic" + (plain.kind.writes() ? "" : " read") + ")."
              : ".");
    }
    String where = ", before " + line.apply(b.site) + ".";
    if (!isOpenMp()) {
      return "Hold the same mutex at both, make the variable atomic, or join the one thread"
          + where;
    }
    if (isTask(0) || isTask(1)) {
      return "Wait for the task (#pragma omp taskwait, or depend clauses on both)" + where;
    }
    if (line.apply(a.site).equals(line.apply(b.site))) {
      return "If the threads add up a result, use a reduction clause or #pragma omp atomic; if each"
          + " needs its own variable, make it private; else use #pragma omp critical.";
    }
    return "Put a barrier between the two (#pragma omp barrier, or no nowait)"
        + ", or both into #pragma omp critical or atomic"
        + where;
  }

  private String strands() {
    return isTask(0) && isTask(1)
        ? "tasks"
        : isTask(0) || isTask(1) ? "threads or tasks" : "threads";
  }

  private static String name(Effect effect) {
    return effect.operation == null ? "the " + effect.name() : effect.name();
  }

  private boolean isTask(int side) {
    Point last = lastBefore(side);
    return last != null && last.call().equals(TASK);
  }

  private boolean isOpenMp() {
    return race.around().stream()
        .flatMap(around -> around.points().stream())
        .anyMatch(point -> point.call().startsWith(OPENMP));
  }

  /** The last that ordered the strand before the access. */
  private @Nullable Point lastBefore(int side) {
    if (side >= race.around().size()) {
      return null;
    }
    Race.Surroundings around = race.around().get(side);
    List<Point> before =
        around.points().stream().filter(point -> point.time() <= around.issued()).toList();
    return before.isEmpty() ? null : before.get(before.size() - 1);
  }
}
