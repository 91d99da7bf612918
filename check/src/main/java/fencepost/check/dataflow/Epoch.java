package fencepost.check.dataflow;

import fencepost.check.dataflow.Meaning.Completes;
import fencepost.program.ir.Access;
import fencepost.program.ir.Call;
import fencepost.program.ir.Function;
import fencepost.program.ir.Instruction;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What may happen between one synchronisation of all processes and the next. Each process may take
 * another way from the first to the second, so all of it may happen at the same time.
 */
final class Epoch extends Walk {
  private final Evaluator evaluator;
  private final Map<Sum, Windows.Memory> windows;
  private final List<Own> own = new ArrayList<>();
  private final List<Issue> remote = new ArrayList<>();

  /** An access of a process to its own memory. */
  record Own(Instruction by, String how, Region region, State state) {}

  /** An operation on the memory of another process. */
  record Issue(Remote remote, State state) {}

  Epoch(Code code, Guards guards, Evaluator evaluator, Map<Sum, Windows.Memory> windows) {
    super(code, guards);
    this.evaluator = evaluator;
    this.windows = windows;
  }

  List<Own> own() {
    return own;
  }

  List<Issue> remote() {
    return remote;
  }

  @Override
  State access(Access access, State state) {
    Sum address = evaluator.value(access.address(), state.view());
    Region region = new Region(address, Sum.of(access.size()), access.writes());
    own.add(new Own(access, access.writes() ? "store" : "load", region, state));
    return state;
  }

  @Override
  @Nullable State called(Call call, State state) {
    for (LibraryUse use : LibraryUse.of(call, code.library, evaluator, state.view())) {
      own.add(new Own(call, use.how(), use.region(), state));
    }
    Meaning meaning = code.model.of(call.name());
    if (meaning == null) {
      return state;
    }
    Arguments arguments = new Arguments(call, meaning, evaluator, state.view());
    for (Region region : arguments.regions()) {
      own.add(new Own(call, code.model.inC(call.name()), region, state));
    }
    Remote issued = Remote.of(call, meaning, arguments, windows);
    if (issued != null && !Constants.isNoRank(state.conditions().resolved(issued.target()))) {
      remote.add(new Issue(issued, state));
    }
    return synchronises(meaning) ? null : state;
  }

  static boolean synchronises(Meaning meaning) {
    return meaning.completions().stream()
        .anyMatch(
            completion ->
                completion.what() == Completes.ORDERS || completion.what() == Completes.ENDS);
  }

  @Override
  boolean matters(Function function) {
    return true;
  }

  @Override
  boolean leaves(State state) {
    return true;
  }
}
