package fencepost.report;

import fencepost.engine.Race;
import fencepost.model.Effect;
import fencepost.model.Point;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Says why nothing orders two threads or tasks of one process, and what would, in the words of
 * OpenMP where the program uses it. One of the two may be in another process, which hears of this
 * one from another thread.
 *
 * @param line where a site is
 */
record ThreadAdvice(Race race, IntFunction<String> line) {
  private static final String TASK = "omp task";
  private static final String PIECE = "a worksharing construct";
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
    if (is(TASK, 0) || is(TASK, 1)) {
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

  /** What orders two threads or tasks of the earlier one's process. */
  String order() {
    if (!isOpenMp()) {
      return "join the thread, or hand over with a semaphore, a condition variable or a mutex";
    }
    if (is(TASK, 0) || is(TASK, 1)) {
      return "#pragma omp taskwait, or depend clauses on both tasks";
    }
    return is(PIECE, 0) && is(PIECE, 1)
        ? "put both into one section or iteration, or into two constructs with a barrier between them"
        : "#pragma omp barrier";
  }

  /**
   * A call of a model with which the earlier one's process has told the other one something, in a
   * thread or task that did not know of the earlier one.
   */
  @Nullable Point relay() {
    return race.issueKnown()
        ? null // through a thread that knew of it
        : sibling(0, point -> point.site() >= 0 && isOfModel(point.call()));
  }

  /**
   * A call that both processes made together behind the earlier one, the later one's in another
   * thread or task.
   */
  @Nullable Point heard(long after) {
    return race.around().isEmpty()
        ? null
        : sibling(
            1,
            point ->
                point.together() != Point.ALONE
                    && race.around().get(0).points().stream()
                        .anyMatch(p -> p.time() > after && p.together() == point.together()));
  }

  /** Where a call must be that is to order the later one, if its process has threads. */
  String inThread() {
    boolean threaded =
        race.around().size() > 1
            && race.around().get(1).points().stream().anyMatch(point -> isOfThreads(point.call()));
    return threaded ? ", in that thread or in one that is ordered before it (" + order() + ")" : "";
  }

  private static boolean isOfThreads(String call) {
    return call.startsWith(OPENMP) || call.equals(PIECE) || call.endsWith(" of a thread");
  }

  private @Nullable Point sibling(int side, Predicate<Point> wanted) {
    return side >= race.around().size()
        ? null
        : race.around().get(side).siblings().stream().filter(wanted).findFirst().orElse(null);
  }

  private static boolean isOfModel(String call) {
    return call.startsWith("MPI_") || call.startsWith("shmem_") || call.startsWith("gaspi_");
  }

  private String strands() {
    return is(TASK, 0) && is(TASK, 1)
        ? "tasks"
        : is(TASK, 0) || is(TASK, 1) ? "threads or tasks" : "threads";
  }

  private static String name(Effect effect) {
    return effect.operation == null ? "the " + effect.name() : effect.name();
  }

  private boolean is(String construct, int side) {
    Point last = lastBefore(side);
    return last != null && last.call().equals(construct);
  }

  private boolean isOpenMp() {
    return race.around().stream()
        .flatMap(around -> around.points().stream())
        .map(Point::call)
        .anyMatch(call -> call.startsWith(OPENMP) || call.equals(PIECE));
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
