package fencepost.check.dataflow;

import fencepost.check.dataflow.Meaning.Completion;
import fencepost.check.dataflow.Meaning.Trait;
import fencepost.program.ir.Call;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Says what a call does to an operation in flight. Where it is not certain that the two belong
 * together, they do: a missed race is better than one that is none.
 */
final class Completer {
  private final Issued issued;
  private final Evaluator evaluator;

  Completer(Issued issued, Evaluator evaluator) {
    this.issued = issued;
    this.evaluator = evaluator;
  }

  /** The state after the call; null if nothing is in flight any more. */
  @Nullable State after(Call call, Meaning meaning, State state) {
    Arguments arguments = new Arguments(call, meaning, evaluator, state.view());
    State now = state;
    for (Completion completion : meaning.completions()) {
      now = now == null ? null : after(completion, arguments, meaning, now);
    }
    return now;
  }

  private @Nullable State after(
      Completion completion, Arguments arguments, Meaning meaning, State state) {
    boolean applies =
        switch (completion.what()) {
          case COMPLETES -> matches(completion, arguments, meaning, state);
          case NOTIFIED -> issued.meaning().is(Trait.NOTIFIES_SELF);
          case ANSWERED -> mayBeAnswered(state);
          case STARTS, FORGETS -> isRequest(arguments, meaning, state);
          case ENDS -> true;
        };
    if (!applies) {
      return state;
    }
    return switch (completion.what()) {
      case STARTS -> state.startedBy(arguments.call());
      case FORGETS -> issued.meaning().persistent() ? null : state.forgetting();
      case ENDS -> null;
      default -> completed(completion, arguments, state);
    };
  }

  /** On the way on which it is not completed by a test, the flag is zero. */
  private @Nullable State completed(Completion completion, Arguments arguments, State state) {
    if (completion.flag() && arguments.has("flag")) {
      return state.storing(arguments.address("flag"), Sum.ZERO);
    }
    return issued.meaning().persistent() ? state.startedBy(null) : null;
  }

  /** A send whose request was freed, or a write or put: another process may have told us. */
  private boolean mayBeAnswered(State state) {
    boolean message = issued.keys().containsKey("rank") && !issued.keys().containsKey("win");
    return issued.meaning().is(Trait.TELLS_OTHERS) && (!message || isGaspi() || state.forgotten());
  }

  private boolean isGaspi() {
    return issued.keys().containsKey("queue");
  }

  private boolean matches(
      Completion completion, Arguments arguments, Meaning meaning, State state) {
    if (completion.precedes() && Constants.saysNothingPrecedes(arguments.value("assert"))) {
      return false;
    }
    for (String key : completion.keys()) {
      boolean same =
          switch (key) {
            case "request" -> isRequest(arguments, meaning, state);
            case "attached" -> issued.meaning().call().startsWith("MPI_Buffer_attach");
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
    boolean shmem = issued.meaning().call().startsWith("shmem_");
    Sum own = issued.keys().get("ctx");
    if (!shmem || own == null) {
      return shmem && !arguments.has("ctx");
    }
    return arguments.has("ctx") && Handles.mayBeSame(own, arguments.handle("ctx"));
  }

  private boolean mayBe(String key, Sum value, State state) {
    Sum own = issued.keys().get(key);
    if (own == null) {
      return false;
    }
    return (key.equals("win") || key.equals("fh"))
        ? Handles.mayBeSame(own, value)
        : state.conditions().range(own.minus(value)).contains(0);
  }

  private boolean isRequest(Arguments arguments, Meaning meaning, State state) {
    String list = arguments.has("array_of_requests") ? "array_of_requests" : "request";
    if (!arguments.has(list)) {
      return false;
    }
    Sum count =
        arguments.has("count")
            ? arguments.value("count")
            : arguments.has("incount") ? arguments.value("incount") : Sum.of(1);
    boolean byValue = meaning.byValue().contains(meaning.argument(list));
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
      } else if (Handles.isAmong(request, first, count, conditions)) {
        return true;
      }
    }
    return false;
  }
}
