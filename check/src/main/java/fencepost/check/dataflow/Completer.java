package fencepost.check.dataflow;

import fencepost.program.ir.Call;
import fencepost.trace.Meaning.Completion;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Says what a call does to an operation in flight. Where it is not certain that the two belong
 * together, they do: a missed race is better than one that is none.
 */
final class Completer {
  /** Those whom a call follows that has seen what another process sent, wrote or notified. */
  private static final Set<String> ANSWERS = Set.of("writer", "notifier", "sender");

  private final Issued issued;
  private final Evaluator evaluator;

  Completer(Issued issued, Evaluator evaluator) {
    this.issued = issued;
    this.evaluator = evaluator;
  }

  /** The state after the call; null if nothing is in flight any more. */
  @Nullable State after(Call call, KnownCall known, State state) {
    Arguments arguments = new Arguments(call, known, evaluator, state.view());
    State now = byMeaning(arguments, known, state);
    for (Completion completion : known.meaning().completions()) {
      if (now != null && completion.local() && matches(completion, arguments, known, now)) {
        now = completed(completion.flag(), arguments, now);
      }
    }
    return now != null && mayBeAnswered(known, now) ? completed(false, arguments, now) : now;
  }

  private @Nullable State byMeaning(Arguments arguments, KnownCall known, State state) {
    return switch (known.call().word()) {
      case "end" -> null;
      case "start" ->
          isRequest(arguments, known, state) ? state.startedBy(arguments.call()) : state;
      case "free_request" ->
          !isRequest(arguments, known, state)
              ? state
              : issued.known().persistent() ? null : state.forgetting();
      default -> state;
    };
  }

  /** On the way on which it is not completed by a test, the flag is zero. */
  private @Nullable State completed(boolean flag, Arguments arguments, State state) {
    if (flag && arguments.has("flag")) {
      return state.storing(arguments.address("flag"), Sum.ZERO);
    }
    return issued.known().persistent() ? state.startedBy(null) : null;
  }

  /**
   * A send whose request was freed, or a write or put: whoever waits for another process may have
   * waited for the answer. A barrier does not tell that a write or put has arrived.
   */
  private boolean mayBeAnswered(KnownCall by, State state) {
    List<String> follows = by.meaning().follows();
    if (follows.isEmpty() || by.call().isStarted() || !issued.known().tellsOthers()) {
      return false;
    }
    return issued.known().lastsUntil("request")
        ? state.forgotten()
        : !issued.known().lastsUntil("win") && ANSWERS.contains(follows.get(0));
  }

  private boolean matches(
      Completion completion, Arguments arguments, KnownCall known, State state) {
    if (!completion.unless().isEmpty()
        && LibraryConstants.saysNothingPrecedes(arguments.value("assert"))) {
      return false;
    }
    for (String key : completion.keys()) {
      boolean same =
          switch (key) {
            case "request", "array_of_requests" -> isRequest(arguments, known, state);
            case "notification" -> issued.known().notifiesSelf();
            case "detached" -> issued.known().lastsUntil(key);
            case "team" -> issued.known().lastsUntil("ctx");
            case "ctx" -> isContext(arguments);
            case "win", "fh" ->
                issued.keys().containsKey(key) && mayBe(key, arguments.handle(key), state);
            default ->
                !issued.keys().containsKey(key) ? false : mayBe(key, arguments.value(key), state);
          };
      if (!same) {
        return false;
      }
    }
    return true;
  }

  private boolean isContext(Arguments arguments) {
    boolean shmem = issued.known().lastsUntil("ctx");
    Sum own = issued.keys().get("ctx");
    if (!shmem || own == null) {
      return shmem && !arguments.has("ctx");
    }
    return arguments.has("ctx") && SameHandles.mayBeSame(own, arguments.handle("ctx"));
  }

  private boolean mayBe(String key, Sum value, State state) {
    Sum own = issued.keys().get(key);
    if (own == null) {
      return false;
    }
    return (key.equals("win") || key.equals("fh"))
        ? SameHandles.mayBeSame(own, value)
        : state.conditions().range(own.minus(value)).contains(0);
  }

  private boolean isRequest(Arguments arguments, KnownCall known, State state) {
    String list = arguments.has("array_of_requests") ? "array_of_requests" : "request";
    if (!arguments.has(list)) {
      return false;
    }
    Sum count =
        arguments.has("count")
            ? arguments.value("count")
            : arguments.has("incount") ? arguments.value("incount") : Sum.of(1);
    boolean byValue = known.byValue().contains(known.argument(list));
    Sum first = byValue ? arguments.handle(list) : arguments.address(list);
    return isAmong(state.requests(), first, byValue, count, state.conditions());
  }

  private static boolean isAmong(
      Set<Sum> requests, Sum first, boolean byValue, Sum count, Conditions conditions) {
    for (Sum request : requests) {
      if (byValue) {
        if (first.mentions(s -> s instanceof Symbol.Loaded l && l.address().equals(request))) {
          return true;
        }
      } else if (SameHandles.isAmong(request, first, count, conditions)) {
        return true;
      }
    }
    return false;
  }
}
