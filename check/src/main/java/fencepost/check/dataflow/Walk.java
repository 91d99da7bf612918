package fencepost.check.dataflow;

import fencepost.program.ir.Access;
import fencepost.program.ir.Block;
import fencepost.program.ir.Call;
import fencepost.program.ir.Function;
import fencepost.program.ir.Instruction;
import fencepost.program.ir.Opcode;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Goes all ways that the program may take from some place on, into the functions that are called
 * and back to those that have called; where conditions contradict each other, the way ends.
 */
abstract class Walk {
  private static final int MOST_STATES = 20_000;
  private static final int MOST_AT_A_PLACE = 12;
  private static final int DEEPEST_CALL = 24;

  final DataflowCode code;
  private final Guards guards;
  private final Deque<State> open = new ArrayDeque<>();
  private final Map<State.Place, Set<State>> seen = new HashMap<>();
  private int states;

  Walk(DataflowCode code, Guards guards) {
    this.code = code;
    this.guards = guards;
  }

  /** What holds after an access. */
  abstract State access(Access access, State state);

  /** What holds after a call that is not entered; null if nothing matters any more. */
  abstract @Nullable State called(Call call, State state);

  /** Whether a function has to be entered. */
  abstract boolean matters(Function function);

  /** Whether it matters what comes after the return of a function. */
  abstract boolean leaves(State state);

  /** Whether more would tell nothing new. */
  boolean isEnough() {
    return false;
  }

  /** Goes on until all has been seen, or too much. */
  void from(State start) {
    reached(start);
    while (!open.isEmpty() && states < MOST_STATES && !isEnough() && code.goesOn.getAsBoolean()) {
      walk(open.removeFirst()); // what is near comes first
    }
  }

  private void reached(State state) {
    Set<State> there = seen.computeIfAbsent(state.place(), key -> new HashSet<>());
    State kept = there.size() < MOST_AT_A_PLACE ? state : state.under(Conditions.NONE);
    if (there.size() < 2 * MOST_AT_A_PLACE && there.add(kept)) {
      states++;
      open.addLast(kept);
    }
  }

  // ---- along a block ----

  private void walk(State start) {
    State state = start;
    List<Instruction> instructions = start.block().instructions();
    for (int i = start.index(); i < instructions.size(); i++) {
      Instruction instruction = instructions.get(i);
      if (instruction instanceof Access access) {
        state = access(access, state);
      } else if (instruction instanceof Call call) {
        state = call(call, state.at(state.scope(), state.block(), i, state.from()));
      }
      if (state == null) {
        return;
      }
    }
    leave(state);
  }

  /** What holds after a call; null if the way goes on elsewhere, or ends. */
  private @Nullable State call(Call call, State state) {
    List<Function> callees = code.callees(call);
    if (callees.isEmpty() || code.known.of(call.name()) != null) {
      return called(call, state);
    }
    boolean skipped = false;
    for (Function callee : callees) {
      DataflowFrame frame = state.scope().frame();
      if (frame.depth() > DEEPEST_CALL || frame.isIn(callee) || !matters(callee)) {
        skipped = true;
      } else {
        Scope inside = Scope.outside(new DataflowFrame(callee, call, state.scope()));
        reached(state.at(inside, callee.blocks().get(0), 0, null));
      }
    }
    return skipped ? state : null;
  }

  // ---- from block to block ----

  private void leave(State state) {
    Block block = state.block();
    if (block.terminator().opcode() == Opcode.RETURN) {
      back(state);
    } else if (Shape.isBranch(block)) {
      branch(state, 0, true);
      branch(state, 1, false);
    } else {
      for (Block next : new HashSet<>(code.ways.successors(block))) {
        jump(state, next);
      }
    }
  }

  private void branch(State state, int way, boolean outcome) {
    Block block = state.block();
    Conditions more =
        guards.and(state.conditions(), block.terminator().operand(0), outcome, state.view());
    if (more != null) {
      jump(state.under(more), block.successors().get(way));
    }
  }

  private void jump(State state, Block to) {
    Scope scope =
        state.scope().after(state.block(), to, code.shape(state.scope().frame().function()));
    if (scope != null) {
      reached(state.at(scope, to, 0, state.block()));
    }
  }

  private void back(State state) {
    DataflowFrame frame = state.scope().frame();
    Call site = frame.site();
    if (frame.caller() != null && site != null && leaves(state)) {
      reached(state.at(frame.caller(), site.block(), site.index() + 1, null));
    }
  }
}
