package fencepost.check.dataflow;

import fencepost.program.ir.Call;
import fencepost.program.ir.Comparison.Relation;
import fencepost.program.ir.Function;
import fencepost.program.ir.Module;
import fencepost.report.Finding;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Findings of what may happen on some way through a program, without running it. The calls of all
 * three programming models are understood, also together.
 */
public final class Dataflow {
  private final DataflowCode code;
  private final Evaluator evaluator;
  private final Guards guards;
  private final Chains chains;
  private final Reach reach;
  private final Collector collector;

  private Dataflow(Module module, Options options) {
    this.code = new DataflowCode(module, new Unwinding(options.unwound()), options.goesOn());
    this.evaluator = new Evaluator(code);
    this.guards = new Guards(code, evaluator);
    this.chains = new Chains(code);
    this.reach = new Reach(code);
    this.collector = new Collector(code);
  }

  /**
   * What may go wrong in a program.
   *
   * @param module the whole program, not optimised, but with local variables as values ({@code
   *     mem2reg})
   */
  public static List<Finding> findings(Module module, Options options) {
    if (!hasOperations(module, options)) {
      return List.of(); // to know where pointers point takes long
    }
    Dataflow dataflow = new Dataflow(module, options);
    if (dataflow.code.pointsTo.gaveUp()) {
      return List.of();
    }
    dataflow.code.calls().stream()
        .filter(call -> !options.skipped().test(call))
        .takeWhile(call -> options.goesOn().getAsBoolean())
        .forEach(dataflow::follow);
    return dataflow.collector.findings().stream()
        .sorted(
            Comparator.comparing((Finding f) -> f.accesses().get(0).place())
                .thenComparing(f -> f.accesses().get(1).place()))
        .toList();
  }

  private static boolean hasOperations(Module module, Options options) {
    return module
        .definedFunctions()
        .flatMap(Function::instructions)
        .anyMatch(
            instruction ->
                instruction instanceof Call call
                    && !options.skipped().test(call)
                    && isPending(KnownCalls.ALL.of(call.name())));
  }

  private static boolean isPending(@Nullable KnownCall known) {
    return known != null && known.pending();
  }

  private void follow(Call call) {
    KnownCall known = code.known.of(call.name());
    if (known == null || !isPending(known)) {
      return;
    }
    for (Scope scope : waysTo(call)) {
      Conditions conditions = guards.around(scope, call.block());
      if (conditions != null) {
        follow(call, known, scope, conditions);
      }
    }
  }

  private List<Scope> waysTo(Call call) {
    return chains.leadingTo(call.block()).stream()
        .filter(scope -> code.ways.mayReach(call.block(), scope))
        .toList();
  }

  private void follow(Call call, KnownCall known, Scope scope, Conditions conditions) {
    Map<Sum, Sum> memory = new Before(code, evaluator, reach).memory(call, scope);
    Evaluator.View view = Evaluator.View.of(scope, memory);
    Issued issued = Issued.of(call, known, new Arguments(call, known, evaluator, view));
    // A call that fails has no effect.
    Conditions success = conditions.and(evaluator.value(call, view), Relation.EQUAL);
    if (success != null && !issued.isVoid(conditions) && !issued.regions().isEmpty()) {
      new Flight(code, evaluator, guards, reach, issued, collector).from(scope, success, memory);
    }
  }
}
