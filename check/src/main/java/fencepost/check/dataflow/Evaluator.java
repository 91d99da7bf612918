package fencepost.check.dataflow;

import fencepost.program.flow.Evolution;
import fencepost.program.flow.Expression;
import fencepost.program.flow.Loop;
import fencepost.program.flow.Recurrences;
import fencepost.program.ir.Access;
import fencepost.program.ir.AddressOf;
import fencepost.program.ir.Argument;
import fencepost.program.ir.Block;
import fencepost.program.ir.Call;
import fencepost.program.ir.Constant;
import fencepost.program.ir.Function;
import fencepost.program.ir.GlobalVariable;
import fencepost.program.ir.Instruction;
import fencepost.program.ir.Phi;
import fencepost.program.ir.Value;
import fencepost.trace.ApiTable.Left;
import fencepost.trace.Model;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What values are, in terms of symbols, at a place that was reached on a certain way. */
final class Evaluator {
  private static final int DEEPEST = 60;
  private final DataflowCode code;
  private final MemoryContents contents;

  Evaluator(DataflowCode code) {
    this.code = code;
    this.contents = new MemoryContents(code, this);
  }

  /**
   * From where a value is looked at.
   *
   * @param memory what is known to be in memory
   * @param from the block before, for values that depend on it; null if unknown
   */
  record View(Scope scope, Map<Sum, Sum> memory, @Nullable Block from, int depth) {
    static View of(Scope scope, Map<Sum, Sum> memory) {
      return new View(scope, memory, null, 0);
    }

    View in(Scope other) {
      return new View(other, memory, null, depth + 1);
    }

    View deeper() {
      return new View(scope, memory, from, depth + 1);
    }
  }

  Sum value(Value value, View view) {
    if (value instanceof Constant.Number number) {
      return Sum.of(number.value());
    } else if (value instanceof Constant.Plain plain) {
      return plain.type().isPointer()
          ? Sum.ZERO
          : Sum.of(new Symbol.Computed(plain, List.of(), false));
    } else if (value instanceof Constant.Address address) {
      Sum base = value(address.base(), view.deeper());
      return address.anywhere()
          ? base.plus(Sum.of(new Symbol.Computed(address, List.of(), false)))
          : base.plus(address.offset());
    } else if (value instanceof GlobalVariable variable) {
      return variable(variable, view);
    } else if (value instanceof Argument argument) {
      return argument(argument, view);
    } else if (value instanceof Instruction instruction) {
      return view.depth > DEEPEST ? made(instruction, view) : instruction(instruction, view);
    }
    return Sum.of(new Symbol.Thing(value));
  }

  private Sum variable(GlobalVariable variable, View view) {
    Value same = variable.isAlias() ? variable.initializer() : null;
    return same == null
        ? Sum.of(new Symbol.Thing(DataflowCode.origin(variable)))
        : value(same, view.deeper());
  }

  private Sum argument(Argument argument, View view) {
    DataflowFrame frame = view.scope.frame();
    Call site = frame.site();
    Scope caller = frame.caller();
    if (site == null
        || caller == null
        || frame.function() != argument.function()
        || argument.index() >= site.arguments().size()) {
      return Sum.of(new Symbol.Given(argument));
    }
    return value(site.arguments().get(argument.index()), view.in(caller));
  }

  private Sum instruction(Instruction instruction, View view) {
    return switch (instruction.opcode()) {
      case ALLOCA -> Sum.of(new Symbol.Thing(instruction));
      case ADDRESS -> address((AddressOf) instruction, view);
      case LOAD -> load((Access) instruction, view);
      case ADD -> operand(instruction, 0, view).plus(operand(instruction, 1, view));
      case SUBTRACT -> operand(instruction, 0, view).minus(operand(instruction, 1, view));
      case MULTIPLY ->
          product(instruction, operand(instruction, 0, view), operand(instruction, 1, view));
      case SHIFT_LEFT ->
          instruction.operand(1) instanceof Constant.Number bits
              ? operand(instruction, 0, view).times(1L << bits.value())
              : computed(instruction, view);
      case SIGN_EXTEND, ZERO_EXTEND, TRUNCATE, CAST, FREEZE -> operand(instruction, 0, view);
      case PHI -> phi((Phi) instruction, view);
      case CALL -> call((Call) instruction, view);
      case UPDATE, EXCHANGE, VA_ARG, LANDING_PAD -> made(instruction, view);
      default -> computed(instruction, view);
    };
  }

  private Sum operand(Instruction instruction, int number, View view) {
    return value(instruction.operand(number), view.deeper());
  }

  private static Sum product(Instruction instruction, Sum a, Sum b) {
    if (a.isConstant()) {
      return b.times(a.constant());
    } else if (b.isConstant()) {
      return a.times(b.constant());
    }
    List<Sum> both = a.hashCode() <= b.hashCode() ? List.of(a, b) : List.of(b, a);
    return Sum.of(new Symbol.Computed(instruction.opcode(), both, false));
  }

  private Sum address(AddressOf address, View view) {
    Sum sum = value(address.base(), view.deeper()).plus(address.offset());
    for (AddressOf.Term term : address.terms()) {
      sum = sum.plus(value(term.index(), view.deeper()).times(term.scale()));
    }
    return sum;
  }

  private Sum computed(Instruction instruction, View view) {
    List<Sum> operands = new ArrayList<>();
    for (int i = 0; i < instruction.operands().size(); i++) {
      operands.add(operand(instruction, i, view));
    }
    Sum folded = Folding.of(instruction.opcode(), operands);
    if (folded != null) {
      return folded;
    }
    return Sum.of(
        new Symbol.Computed(Operators.of(instruction), operands, instruction.type().isPointer()));
  }

  private Sum load(Access load, View view) {
    Sum address = value(load.address(), view.deeper());
    return contents.at(address, load.type().isPointer(), view);
  }

  /** What is in memory. */
  Sum loaded(Sum address, boolean isAddress, View view) {
    return contents.at(address, isAddress, view);
  }

  // ---- what depends on the way ----

  private Sum phi(Phi phi, View view) {
    Shape shape = code.shape(phi.block().function());
    Loop loop = shape.headedBy(phi.block());
    if (loop != null) {
      return inLoop(phi, loop, view);
    }
    Block from = view.from;
    if (from != null && phi.sources().contains(from)) {
      return value(phi.from(from), view.deeper());
    }
    Sum first = value(phi.operand(0), view.deeper());
    for (Value other : phi.operands().subList(1, phi.operands().size())) {
      if (!value(other, view.deeper()).equals(first)) {
        return made(phi, view);
      }
    }
    return first;
  }

  private Sum inLoop(Phi phi, Loop loop, View view) {
    Scope.Turn turn = view.scope.loops().get(loop.header());
    Block latch = loop.latch();
    List<Block> entries = phi.sources().stream().filter(block -> !loop.contains(block)).toList();
    if (turn == null || latch == null || entries.size() != 1) {
      return made(phi, view);
    } else if (turn.fresh() && turn.number() == 0) {
      return value(phi.from(entries.get(0)), view.deeper());
    } else if (turn.fresh() || turn.number() == 0) {
      return inSomeTurn(phi, loop, entries.get(0), view, turn.fresh() ? 1 : 0);
    }
    Scope before = view.scope.with(loop.header(), new Scope.Turn(turn.number() - 1, turn.fresh()));
    return value(phi.from(latch), view.in(before));
  }

  /** The value in an iteration that is not known, but for the least that it can be. */
  private Sum inSomeTurn(Phi phi, Loop loop, Block entry, View view, int least) {
    Evolution evolution = new Recurrences(loop).of(phi);
    if (evolution == null || !(evolution.step() instanceof Expression.Number step)) {
      return made(phi, view);
    }
    Shape shape = code.shape(phi.block().function());
    Symbol iteration =
        new Symbol.Iteration(loop.header(), view.scope.around(loop.header(), shape), least);
    return value(phi.from(entry), view.deeper()).plus(Sum.of(iteration).times(step.value()));
  }

  private Sum made(Instruction instruction, View view) {
    Shape shape = code.shape(instruction.block().function());
    return Sum.of(new Symbol.Made(instruction, view.scope.around(instruction.block(), shape)));
  }

  // ---- calls ----

  private Sum call(Call call, View view) {
    String name = call.name();
    if (Allocations.returns(name)) {
      return Sum.of(new Symbol.Thing(call));
    } else if (isResult(Model.SHMEM.table().left(name)) || name.matches("_?(my_pe|num_pes)")) {
      return Sum.of(new Symbol.Computed(name, List.of(), false));
    } else if (name.matches("(mem|str|stp)n?(cpy|move|set|cat)")) {
      return value(call.arguments().get(0), view.deeper());
    }
    List<Function> callees = code.callees(call);
    if (callees.size() != 1 || view.scope.frame().isIn(callees.get(0))) {
      return made(call, view);
    }
    Instruction end = code.shape(callees.get(0)).end();
    if (end == null || end.operands().isEmpty()) {
      return made(call, view);
    }
    Scope inside = Scope.outside(new DataflowFrame(callees.get(0), call, view.scope));
    Sum result = value(end.operand(0), view.in(inside));
    boolean fresh = result.bases().stream().anyMatch(base -> isMadeIn(base, callees.get(0)));
    return fresh ? Sum.of(new Symbol.Thing(call)).plus(result.constant()) : result;
  }

  private static boolean isResult(@Nullable Left left) {
    return left == Left.RANK || left == Left.SIZE;
  }

  /** Memory that a function allocates and returns is another one at each of its calls. */
  private static boolean isMadeIn(Symbol base, Function function) {
    return base instanceof Symbol.Thing thing
        && thing.origin() instanceof Call made
        && made.block().function() == function;
  }
}
