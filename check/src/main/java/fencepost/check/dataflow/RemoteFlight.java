package fencepost.check.dataflow;

import fencepost.program.ir.Access;
import fencepost.program.ir.Call;
import fencepost.program.ir.Comparison.Relation;
import fencepost.program.ir.Function;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Follows an operation until it is complete at its target, and tells which others of the same
 * process may meet it there (Saillard et al., algorithm 4).
 */
final class RemoteFlight extends Walk {
  private final Evaluator evaluator;
  private final Map<Sum, Windows.Memory> windows;
  private final Completer completer;
  private final CrossRank.Witness witness;
  private final Epoch.Issue issue;

  RemoteFlight(
      Code code,
      Guards guards,
      Evaluator evaluator,
      Map<Sum, Windows.Memory> windows,
      Issued issued,
      Epoch.Issue issue,
      CrossRank.Witness witness) {
    super(code, guards);
    this.evaluator = evaluator;
    this.windows = windows;
    this.completer = Completer.atTarget(issued, evaluator);
    this.issue = issue;
    this.witness = witness;
  }

  @Override
  State access(Access access, State state) {
    return state;
  }

  @Override
  @Nullable State called(Call call, State state) {
    Meaning meaning = code.model.of(call.name());
    if (meaning == null) {
      return state;
    }
    Arguments arguments = new Arguments(call, meaning, evaluator, state.view());
    Remote other = Remote.of(call, meaning, arguments, windows);
    if (other != null && meet(issue.remote(), other, state)) {
      witness.meets(issue, call, call.name(), true, other.region());
    }
    return completer.after(call, meaning, state);
  }

  private static boolean meet(Remote first, Remote second, State state) {
    return (first.region().written() || second.region().written())
        && !(first.atomic() && second.atomic())
        && state.conditions().and(first.target().minus(second.target()), Relation.EQUAL) != null
        && first.region().overlap(second.region(), state.conditions()).isReported();
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
