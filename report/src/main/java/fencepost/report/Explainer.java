package fencepost.report;

import fencepost.engine.Race;
import fencepost.engine.Witness;
import fencepost.frontend.program.Rank;
import fencepost.model.Effect;
import fencepost.model.Operation;
import fencepost.model.Point;
import fencepost.trace.Sites;
import java.util.List;
import java.util.Objects;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Says why nothing orders the two accesses of a race, and what would. */
final class Explainer {
  private static final String RETURN = Rank.ON_RETURN.remote();

  private final IntFunction<String> names;
  private final Sites sites;
  private final SourceMap symbolizer;

  /**
   * @param names what processes are called
   */
  Explainer(Sites sites, SourceMap symbolizer, IntFunction<String> names) {
    this.names = names;
    this.sites = sites;
    this.symbolizer = symbolizer;
  }

  /** The same where all processes are called by their ranks. */
  Explainer(Sites sites, SourceMap symbolizer) {
    this(sites, symbolizer, number -> "rank " + number);
  }

  /** How another run goes that has the race. */
  List<String> path(Witness witness) {
    return witness.turns().stream().map(this::path).toList();
  }

  /** How another run may go that was told something else. */
  List<String> guess(Witness witness) {
    return witness.turns().stream()
        .map(turn -> call(turn.first()) + " goes on before " + call(turn.second()))
        .toList();
  }

  private String path(Witness.Turn turn) {
    Witness.Section instead = turn.instead();
    return instead == null
        ? takes(turn.first()) + " before " + takes(turn.second())
        : String.format(
            "%s matches the message of %s before that of %s",
            call(turn.first()), call(instead), call(turn.second()));
  }

  private String call(Witness.Section section) {
    return String.format(
        "%s (%s, %s)", names.apply(section.rank()), section.call(), line(section.site()));
  }

  private String takes(Witness.Section section) {
    return String.format(
        "%s gets %s (%s, %s)",
        names.apply(section.rank()), section.name(), section.call(), line(section.site()));
  }

  String why(Race race, Rule rule) {
    Effect a = race.earlier();
    Effect b = race.later();
    if (rule == Rule.THREADS) {
      return new ThreadAdvice(race, this::line).why();
    }
    if (rule == Rule.ATOMIC_MISMATCH && haveOtherOperations(a, b)) {
      return "The program has promised that accumulate operations which meet in this window are the same (accumulate_ops), or --strict=ops asks for that; "
          + describe(a)
          + " and "
          + describe(b)
          + " are different operations, and nothing orders them.";
    }
    if (rule == Rule.ATOMIC_MISMATCH) {
      return "Atomic operations exclude each other only if they use the same basic datatype and meet element by element; "
          + describe(a)
          + " and "
          + describe(b)
          + " do not, and nothing orders them.";
    }
    if (a.strand == b.strand && isEnd(b)) {
      return "The buffer "
          + (b.name().equals("free") ? "is freed" : "goes out of scope")
          + " ("
          + place(b)
          + ") while "
          + describe(a)
          + " is pending: "
          + completed(a);
    }
    if (a.strand == b.strand) {
      return describe(a) + " was still in flight at " + describe(b) + ": " + completed(a);
    }
    if (isAwaitedLate(a, b) || isAwaitedLate(b, a)) {
      return isAwaitedLate(a, b) ? awaitedLate(a, b) : awaitedLate(b, a);
    }
    Point done = a.completion();
    if (!a.kind.instruction() && done == null) {
      return describe(a)
          + " was still in flight: nothing had completed it when "
          + describe(b)
          + " came. "
          + known(race)
          + misunderstood(race);
    }
    if (done != null && areSiblings(a, b)) {
      return describe(a)
          + " was completed by "
          + describe(done)
          + ", but nothing orders that before "
          + describe(b)
          + ", which is in another thread or task. "
          + known(race);
    }
    if (done != null) {
      return describe(a)
          + " was completed by "
          + describe(done)
          + ", but nothing told "
          + names.apply(b.process)
          + " so before "
          + describe(b)
          + ". "
          + known(race)
          + misunderstood(race)
          + besides(race);
    }
    return "Nothing orders " + describe(a) + " before " + describe(b) + ". " + known(race);
  }

  private String completed(Effect effect) {
    Point done = effect.completion();
    if (done == null) {
      return "no call has completed it.";
    }
    String others = done.strand() == effect.strand ? "" : ", which nothing orders before that";
    return "it was completed only by " + describe(done) + others + ".";
  }

  private String known(Race race) {
    Effect a = race.earlier();
    Effect b = race.later();
    if (a.strand == b.strand) {
      return "";
    }
    Point last = race.lastKnown();
    if (areSiblings(a, b)) {
      return last == null || last.site() < 0
          ? "Threads of one process are ordered only by what synchronises the threads."
          : "The latest that the one knows of the other came before " + describe(last) + ".";
    }
    if (!race.issueKnown() && last != null && last.together() != Point.ALONE && last.site() >= 0) {
      return "The last call that both ranks made together before that is " + describe(last) + ".";
    }
    if (!race.issueKnown() && last == null) {
      return "";
    }
    String what =
        last == null || last.site() < 0
            ? "no synchronisation of " + names.apply(a.process)
            : "of " + names.apply(a.process) + " only what came before " + describe(last);
    return "By then " + names.apply(b.process) + " knew " + what + ".";
  }

  /** What the process told in another thread or task. */
  private String besides(Race race) {
    Point relay = new ThreadAdvice(race, this::line).relay();
    return relay == null
        ? ""
        : " " + describe(relay) + " is in another thread or task, which nothing orders after that.";
  }

  /** What a call that looks like the missing order does not do. */
  private String misunderstood(Race race) {
    Point told = race.lastKnown();
    Effect a = race.earlier();
    if (told == null || !isTooEarly(told, a)) {
      return "";
    }
    if (hasOwnSignal(told.call())) {
      return " What announces the data of " + told.call() + " covers no other data.";
    }
    String what = isSomewhere(told) ? told.call() : "The end of a thread or task";
    return " " + what + " tells others what was done, but completes no " + a.name() + ".";
  }

  /** Whether a call announces its own data to their owner. */
  private static boolean hasOwnSignal(String call) {
    return call.contains("_put_signal") || call.matches("gaspi_write_(list_)?notify");
  }

  Remedy fix(Race race, Rule rule) {
    Effect a = race.earlier();
    Effect b = race.later();
    if (rule == Rule.THREADS) {
      return new Remedy(new ThreadAdvice(race, this::line).fix(), List.of());
    }
    if (rule == Rule.ATOMIC_MISMATCH && haveOtherOperations(a, b)) {
      return new Remedy(
          "Use the same operation in both calls, do not promise it (accumulate_ops), or order them.",
          List.of());
    }
    if (rule == Rule.ATOMIC_MISMATCH) {
      return new Remedy(
          "Use the same predefined datatype and the same element boundaries in both calls, or"
              + " order them.",
          List.of());
    }
    ThreadAdvice threads = new ThreadAdvice(race, this::line);
    if (areSiblings(a, b) || isCompletedBesides(a)) {
      return new Remedy(betweenSiblings(race, threads), List.of(completing(race, 0)));
    }
    if (rule == Rule.BUFFER_IN_USE || a.strand == b.strand) {
      boolean remote = rule != Rule.BUFFER_IN_USE;
      return new Remedy(
          "Complete " + name(a) + " (" + completionOf(a, remote) + ") before " + later(race) + ".",
          List.of(completing(race, 0)));
    }
    if (isFenced(b) && isUnderWay(a)) { // which no fence completes
      Point heard = race.lastKnown();
      return heard != null && heard.site() >= 0 && heard.time() > a.issued()
          ? new Remedy(
              complete(a) + " before " + describe(heard) + ".",
              List.of(order(race, 0, heard.time(), true)))
          : new Remedy(
              complete(a) + " before an MPI_Win_fence that comes before " + later(race) + ".",
              List.of(completing(race, 0)));
    }
    if (isFenced(a) || isFenced(b)) {
      return new Remedy(
          "Separate the two with an MPI_Win_fence on that window, between "
              + place(a)
              + " and "
              + later(race)
              + alternative(a, b)
              + ".",
          List.of(completing(race, 0)));
    }
    if (isAwaitedLate(a, b)) {
      return new Remedy(moveUp(a, later(race)), List.of(completing(race, 0)));
    }
    if (isAwaitedLate(b, a)) {
      return new Remedy(moveUp(b, place(a)), List.of(completing(race, 1)));
    }
    Point done = a.completion();
    boolean mayTell = done != null && canTell(done, a);
    if (!mayTell && a.name().contains("_put_signal") && a.rank == b.process) {
      return new Remedy(
          "Wait for the signal of "
              + describe(a)
              + " (shmem_signal_wait_until) before "
              + later(race)
              + ".",
          List.of(completing(race, 0)));
    }
    Point told = race.lastKnown();
    if (told != null && isTooEarly(told, a) && !isSeenBy(b, a) && told.site() != b.site) {
      return new Remedy(
          complete(a)
              + " before "
              + describe(told)
              + (isSomewhere(told) ? "" : ", or behind it (" + threads.order() + ")")
              + alternative(a, b)
              + ".",
          List.of(order(race, 0, told.time(), true)));
    }
    Remedy ofThreads =
        mayTell || a.kind.instruction() ? ofThreads(race, mayTell ? done : null, threads) : null;
    if (ofThreads != null) {
      return ofThreads;
    }
    if (mayTell) {
      Point from = Objects.requireNonNull(done);
      return new Remedy(
          "Add "
              + order(a, b, later(race))
              + threads.inThread()
              + ", after "
              + describe(from)
              + alternative(a, b)
              + ".",
          List.of(order(race, 0, from.time(), false)));
    }
    String first = orderFirst(a, b, later(race));
    return a.kind.instruction() && !b.kind.instruction()
        ? new Remedy(
            first
                + ". If it is to come after "
                + name(b)
                + " instead: "
                + orderFirst(b, a, place(a))
                + ".",
            List.of(completing(race, 0), completing(race, 1)))
        : new Remedy(first + alternative(a, b) + ".", List.of(completing(race, 0)));
  }

  /**
   * The two processes have synchronised, one of them in another thread or task: its threads must be
   * ordered.
   *
   * @param from what completed the earlier one; null if it is complete by itself
   */
  private @Nullable Remedy ofThreads(Race race, @Nullable Point from, ThreadAdvice threads) {
    Effect a = race.earlier();
    Effect b = race.later();
    Point relay = threads.relay();
    Point heard = threads.heard(from == null ? race.issued(0) : from.time());
    if (relay == null && heard == null) {
      return null;
    }
    String first = from == null ? name(a) + " (" + place(a) + ")" : describe(from);
    String text =
        relay != null
            ? String.format(
                "Synchronise the threads of %s between %s and %s, with which it tells %s: %s.",
                names.apply(a.process),
                first,
                describe(relay),
                names.apply(b.process),
                threads.order())
            : String.format(
                "Synchronise the threads of %s between %s, with which it hears of %s, and %s (%s):"
                    + " %s.",
                names.apply(b.process),
                describe(Objects.requireNonNull(heard)),
                names.apply(a.process),
                name(b),
                later(race),
                threads.order());
    return new Remedy(
        text, List.of(from == null ? completing(race, 0) : order(race, 0, from.time(), false)));
  }

  /** The order that completes one effect where it is issued, and lets the other one wait for it. */
  private static Remedy.Order completing(Race race, int first) {
    return order(race, first, race.issued(first), true);
  }

  private static Remedy.Order order(Race race, int first, long from, boolean completes) {
    return new Remedy.Order(
        first == 0 ? race.earlier() : race.later(),
        race.issued(first),
        from,
        completes,
        first == 0 ? race.later() : race.earlier(),
        race.issued(1 - first));
  }

  /** Whether the process of the access waits for the operation, but only behind the access. */
  private static boolean isAwaitedLate(Effect operation, Effect access) {
    Point done = operation.completion();
    return done != null
        && operation.strand != access.strand
        && done.strand() == access.strand
        && isSeenBy(access, operation);
  }

  private String moveUp(Effect operation, String before) {
    Point done = Objects.requireNonNull(operation.completion());
    return "Move " + describe(done) + " up, before " + before + ".";
  }

  private String awaitedLate(Effect operation, Effect access) {
    return describe(operation)
        + " is complete for "
        + names.apply(access.process)
        + " only at "
        + describe(Objects.requireNonNull(operation.completion()))
        + ", which comes after "
        + describe(access)
        + ".";
  }

  /**
   * Whether an order to the other access can begin behind what has completed an operation. It can
   * if that waits for nobody, and if its process has learned nothing since the operation began: it
   * cannot have heard of the other access, which the operation does not come after.
   */
  private static boolean canTell(Point done, Effect operation) {
    return done.strand() == operation.strand
        && hasNotHeardOf(done, operation)
        && List.of(completionOf(operation, true).split("\\W+")).contains(done.call());
  }

  /** Whether the two are in different threads or tasks of one process. */
  private static boolean areSiblings(Effect a, Effect b) {
    return a.process == b.process && a.strand != b.strand;
  }

  /** Whether a buffer was given back to its process, but in another thread or task. */
  private static boolean isCompletedBesides(Effect a) {
    Point done = a.completion();
    return !a.kind.remote() && done != null && done.strand() != a.strand;
  }

  private String betweenSiblings(Race race, ThreadAdvice threads) {
    Effect a = race.earlier();
    Effect b = race.later();
    Point done = a.completion();
    String second = name(b) + " (" + later(race) + ")";
    if (done != null && done.site() >= 0 && hasNotHeardOf(done, a)) {
      return String.format(
          "Synchronise the threads between %s and %s: %s.",
          describe(done), second, threads.order());
    }
    boolean home = a.rank == a.process;
    boolean isOver = a.kind.instruction() || completionOf(a, !home).equals(RETURN);
    String complete =
        isOver
            ? "Synchronise the threads"
            : "Complete "
                + name(a)
                + " ("
                + completionOf(a, !home)
                + "), then synchronise the threads";
    return String.format(
        "%s between %s (%s) and %s: %s.", complete, name(a), place(a), second, threads.order());
  }

  /**
   * Whether what has completed an operation cannot come after an access that the operation does not
   * come after: nothing can be put between the two if it does.
   */
  private static boolean hasNotHeardOf(Point done, Effect operation) {
    return done.learned() <= (done.strand() == operation.strand ? operation.issued() : 0);
  }

  /** What must be done for the first to come before the second. */
  private String orderFirst(Effect first, Effect second, String before) {
    if (first.operation == null || first.kind.instruction()) {
      return "Add " + order(first, second, before) + ", after " + place(first);
    }
    if (completionOf(first, true).equals(RETURN)) {
      return "Add " + order(first, second, before) + ", after the return of " + describe(first);
    }
    return isSeenBy(second, first)
        ? complete(first) + " before " + before
        : complete(first) + ", then add " + order(first, second, before);
  }

  private static String complete(Effect effect) {
    return "Complete " + name(effect) + " (" + completionOf(effect, true) + ")";
  }

  /** Whether the owner of the memory completes the operation by seeing what it did. */
  private static boolean isSeenBy(Effect second, Effect first) {
    return first.operation != null
        && first.operation.completion().seen()
        && first.rank == second.process;
  }

  /** Whether others were told then of the operation, which was not complete yet. */
  private static boolean isTooEarly(Point told, Effect operation) {
    return operation.kind.remote() && told.site() >= 0 && told.time() > operation.issued();
  }

  private String order(Effect first, Effect second, String before) {
    return "a synchronisation from "
        + names.apply(first.process)
        + " to "
        + names.apply(second.process)
        + " (for example "
        + Remedies.of(first, second).order
        + ") before "
        + before;
  }

  /**
   * Where the later one is; in a loop, what is between the two lines does not come between them.
   */
  private String later(Race race) {
    return place(race.later()) + (isOfNextIteration(race) ? " of the next iteration" : "");
  }

  /** Whether the later one happened before, and stands above the other one. */
  boolean isOfNextIteration(Race race) {
    SourcePlace a = symbolizer.stack(sites.site(race.earlier().site)).get(0);
    SourcePlace b = symbolizer.stack(sites.site(race.later().site)).get(0);
    return race.again() && a.isKnown() && a.file().equals(b.file()) && b.line() <= a.line();
  }

  /** Whether the two are of one type, but not one operation where that is asked for. */
  private static boolean haveOtherOperations(Effect a, Effect b) {
    return a.atomic != null
        && b.atomic != null
        && a.atomic.name().equals(b.atomic.name())
        && a.atomic.size() == b.atomic.size()
        && !a.atomic.operation().isEmpty()
        && !b.atomic.operation().isEmpty()
        && !a.atomic.operation().equals(b.atomic.operation());
  }

  /** Whether the call returns before it is done with its buffer: a request says when that is. */
  private static boolean isUnderWay(Effect effect) {
    Operation operation = effect.operation;
    return operation != null
        && !effect.kind.remote()
        && operation.completion().local().startsWith("MPI_Wait");
  }

  private static boolean isFenced(Effect effect) {
    return effect.kind.remote() && completionOf(effect, true).equals("MPI_Win_fence");
  }

  /**
   * Two origins that update the same place usually want atomics or an exclusive lock rather than an
   * order.
   */
  private static String alternative(Effect a, Effect b) {
    boolean twoOrigins = a.kind.remote() && b.kind.remote() && a.process != b.process;
    return twoOrigins ? "; or use " + Remedies.of(a, b).exclusion : "";
  }

  private static String completionOf(Effect a, boolean remote) {
    if (a.operation == null) {
      return "";
    }
    Operation.Completion completion = a.operation.completion();
    return remote ? completion.remote() : completion.local();
  }

  /** Memory ends where it is freed, or where the function returns that it is local to. */
  private static boolean isEnd(Effect effect) {
    return effect.operation != null && effect.kind.instruction();
  }

  private static String name(Effect effect) {
    return effect.operation == null ? "the " + effect.name() : effect.name();
  }

  private String describe(Effect effect) {
    return name(effect) + " of " + names.apply(effect.process) + " (" + line(effect.site) + ")";
  }

  /** A thread or task ends nowhere in the source. */
  private String describe(Point point) {
    return isSomewhere(point)
        ? point.call() + " (" + line(point.site()) + ")"
        : "the end of that thread or task";
  }

  private boolean isSomewhere(Point point) {
    return symbolizer.stack(sites.site(point.site())).get(0).isKnown()
        || sites.site(point.site()).offset() >= 0;
  }

  private String place(Effect effect) {
    return line(effect.site);
  }

  private String line(int site) {
    SourcePlace place = symbolizer.stack(sites.site(site)).get(0);
    return place.isKnown() ? place.fileName() + ":" + place.line() : sites.site(site).toString();
  }
}
