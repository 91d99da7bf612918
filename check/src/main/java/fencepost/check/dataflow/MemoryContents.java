package fencepost.check.dataflow;

import fencepost.check.dataflow.Evaluator.View;
import fencepost.program.ir.Access;
import fencepost.program.ir.Call;
import fencepost.program.ir.Constant;
import fencepost.program.ir.Function;
import fencepost.program.ir.GlobalVariable;
import fencepost.program.ir.Opcode;
import fencepost.program.ir.Value;
import fencepost.trace.ApiTable.Left;
import fencepost.trace.CallNames;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is in memory: what was stored last, or the only thing that ever is. */
final class MemoryContents {
  private static final int DEEPEST = 40;
  private static final int MOST_CALLERS = 8;
  private final DataflowCode code;
  private final Evaluator evaluator;
  private final Writers writers;
  private final Map<Object, GlobalVariable> variables = new HashMap<>();

  MemoryContents(DataflowCode code, Evaluator evaluator) {
    this.code = code;
    this.evaluator = evaluator;
    this.writers = new Writers(code);
    code.module
        .variables()
        .forEach(variable -> variables.put(DataflowCode.origin(variable), variable));
  }

  Sum at(Sum address, boolean isAddress, View view) {
    Sum known = view.memory().get(address);
    if (known == null && view.depth() <= DEEPEST) {
      known = onlyOne(address, view);
    }
    return known != null ? known : Sum.of(new Symbol.Loaded(address, isAddress));
  }

  private @Nullable Sum onlyOne(Sum address, View view) {
    if (address.terms().size() != 1
        || address.constant() < 0
        || !(address.terms().keySet().iterator().next() instanceof Symbol.Thing thing)) {
      return null;
    }
    GlobalVariable variable = variables.get(thing.origin());
    Value initial = variable == null ? null : variable.initializer();
    if (initial != null && writers.none(thing.origin())) {
      return constant(initial, address.constant(), view);
    }
    if (writers.zeroOnly(thing.origin())) {
      return Sum.ZERO;
    }
    Writers.Writer writer = writers.only(thing.origin(), address.constant());
    Sum found = writer == null ? null : writtenBy(writer, address, view);
    // Variables with static storage have had another value before.
    return variable != null && found != null && found.isConstant() ? null : found;
  }

  private @Nullable Sum writtenBy(Writers.Writer writer, Sum address, View view) {
    if (writer.instruction() instanceof Call call) {
      return written(call, writer, address, view);
    }
    boolean exact = writer.offset() == address.constant();
    return exact ? stored((Access) writer.instruction(), view) : null;
  }

  private @Nullable Sum constant(Value initializer, long offset, View view) {
    if (initializer instanceof Constant.Aggregate aggregate) {
      Constant.Part found = null;
      for (Constant.Part part : aggregate.parts()) {
        found = part.offset() <= offset ? part : found;
      }
      return found == null ? null : constant(found.value(), offset - found.offset(), view);
    }
    boolean number = initializer instanceof Constant.Number;
    boolean plain = initializer instanceof Constant.Plain;
    return offset == 0 && (number || !plain) ? evaluator.value(initializer, view.deeper()) : null;
  }

  /** The value of the only store, if it is the same however the store is reached. */
  private @Nullable Sum stored(Access store, View view) {
    if (store.opcode() != Opcode.STORE) {
      return null;
    }
    Function function = store.block().function();
    boolean here = view.scope().frame().function() == function;
    Scope scope = here ? view.scope() : onlyScope(function, 0);
    Sum value = evaluator.value(store.stored(), view.in(scope));
    boolean settled = value.isSettled() || (here && isFixed(value));
    return settled ? value : null;
  }

  /**
   * The scope of a function that is called from one place only; else of one whose caller is
   * unknown.
   */
  private Scope onlyScope(Function function, int depth) {
    List<Call> callers = code.callersOf(function);
    if (callers.size() != 1 || depth > MOST_CALLERS) {
      return Scope.outside(new DataflowFrame(function, null, null));
    }
    Call site = callers.get(0);
    return Scope.outside(
        new DataflowFrame(function, site, onlyScope(site.block().function(), depth + 1)));
  }

  /** Arguments of a function do not change while it is executed. */
  private static boolean isFixed(Sum value) {
    return value.terms().keySet().stream()
        .allMatch(s -> s.isSettled() || s instanceof Symbol.Given);
  }

  private @Nullable Sum written(Call call, Writers.Writer writer, Sum address, View view) {
    String name = CallNames.inC(call.name());
    List<Value> arguments = call.arguments();
    if (Writers.isCopy(writer) && !call.name().startsWith("llvm.memset")) {
      Sum source = evaluator.value(arguments.get(1), view.deeper());
      boolean constant =
          writer.offset() >= 0
              && source.bases().size() == 1
              && source.bases().iterator().next() instanceof Symbol.Thing from
              && variables.containsKey(from.origin())
              && writers.none(from.origin());
      return constant
          ? onlyOne(source.plus(address.constant() - writer.offset()), view.deeper())
          : null;
    } else if (Allocations.storesAt(name, writer.argument())) {
      return Sum.of(new Symbol.Thing(call));
    }
    Left left = CallNames.left(name);
    if (left == Left.TELLS && arguments.get(0).type().isInteger()) { // of a segment
      View outside = view.in(onlyScope(call.block().function(), 0));
      Sum id = evaluator.value(arguments.get(0), outside);
      return id.isSettled() ? Sum.of(new Symbol.Thing(new DataflowCode.Segment(id))) : null;
    } else if (left == Left.RANK || left == Left.SIZE) {
      return Sum.of(new Symbol.Computed(name, List.of(), false));
    }
    return null;
  }
}
