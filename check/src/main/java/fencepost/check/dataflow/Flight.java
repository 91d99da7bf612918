package fencepost.check.dataflow;

import fencepost.check.dataflow.Evaluator.View;
import fencepost.program.ir.Access;
import fencepost.program.ir.Block;
import fencepost.program.ir.Call;
import fencepost.program.ir.Function;
import fencepost.program.ir.Instruction;
import fencepost.program.ir.Opcode;
import fencepost.program.ir.Value;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Follows one operation along all ways that the program may take from its issue on, until something
 * completes it, and tells what touches its buffers before.
 *
 * <p>This is the search of Saillard et al. (Correctness 2022, algorithms 1 to 3), turned round: not
 * all operations through one function, but one operation through all functions. So each has its own
 * conditions, and those that contradict each other end the way.
 */
final class Flight {
  private static final int MOST_STATES = 20_000;
  private static final int MOST_AT_A_PLACE = 12;
  private static final int DEEPEST_CALL = 24;

  private final Code code;
  private final Evaluator evaluator;
  private final Guards guards;
  private final Reach reach;
  private final Issued issued;
  private final Completer completer;
  private final Witness witness;
  private final Deque<State> open = new ArrayDeque<>();
  private final Map<State.Place, Set<State>> seen = new HashMap<>();
  private int states;

  /** Told of what touches the buffers of an operation in flight. */
  interface Witness {
    /**
     * @param how what the access is called
     */
    void touched(Issued operation, Region buffer, Instruction by, String how, Region region, State state);
  }

  Flight(Code code, Evaluator evaluator, Guards guards, Reach reach, Issued issued, Witness witness) {
    this.code = code;
    this.evaluator = evaluator;
    this.guards = guards;
    this.reach = reach;
    this.issued = issued;
    this.completer = new Completer(issued, evaluator);
    this.witness = witness;
  }

  /** Follows it from the scope in which it is issued. */
  void from(Scope scope, Conditions conditions, Map<Sum, Sum> memory) {
    View view = View.of(scope, memory);
    Arguments arguments = new Arguments(issued.call(), issued.meaning(), evaluator, view);
    Set<Sum> requests =
        arguments.has("request") ? Set.of(arguments.address("request")) : Set.of();
    boolean flying = !issued.meaning().persistent();
    Call call = issued.call();
    reached(
        new State(
            scope,
            call.block(),
            call.index() + 1,
            null,
            conditions,
            memory,
            requests,
            flying,
            false));
    while (!open.isEmpty() && states < MOST_STATES) {
      walk(open.pop());
    }
  }

  private void reached(@Nullable State state) {
    if (state == null) {
      return;
    }
    Set<State> there = seen.computeIfAbsent(state.place(), key -> new HashSet<>());
    State kept = there.size() < MOST_AT_A_PLACE ? state : state.under(Conditions.NONE);
    if (there.size() < 2 * MOST_AT_A_PLACE && there.add(kept)) {
      states++;
      open.push(kept);
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

  private State access(Access access, State state) {
    View view = state.view();
    Sum address = evaluator.value(access.address(), view);
    touch(new Region(address, Sum.of(access.size()), access.writes()), access, name(access), state);
    if (!access.writes() || access.opcode() != Opcode.STORE) {
      return state;
    }
    Sum value = evaluator.value(access.stored(), view);
    State now = state;
    for (Sum request : state.requests()) {
      if (isLoadedFrom(value, request)) {
        now = now.keepingRequestAt(address);
      }
    }
    boolean matters =
        issued.dependsOn(address)
            || state.memory().containsKey(address)
            || conditionsMention(state.conditions(), address)
            || (value.isConstant() && isVariable(address));
    return matters ? now.storing(address, value) : now;
  }

  private static boolean isVariable(Sum address) {
    return address.terms().size() == 1
        && address.bases().stream()
            .allMatch(
                base -> base instanceof Symbol.Thing t && t.origin() instanceof Instruction);
  }

  private static boolean isLoadedFrom(Sum value, Sum address) {
    return value.terms().keySet().stream()
        .anyMatch(s -> s instanceof Symbol.Loaded loaded && loaded.address().equals(address));
  }

  private static boolean conditionsMention(Conditions conditions, Sum address) {
    return conditions.ranges().keySet().stream()
        .anyMatch(
            sum ->
                sum.mentions(
                    s -> s instanceof Symbol.Loaded loaded && loaded.address().equals(address)));
  }

  private static String name(Access access) {
    return access.writes() ? "store" : "load";
  }

  /** Tells if one of the buffers is touched in a way that it must not be. */
  private void touch(Region region, Instruction by, String how, State state) {
    if (!state.flying()) {
      return;
    }
    for (Region buffer : issued.regions()) {
      if ((buffer.written() || region.written())
          && buffer.overlap(region, state.conditions()).isReported()) {
        witness.touched(issued, buffer, by, how, region, state);
      }
    }
  }

  // ---- calls ----

  /** What holds after a call; null if the way goes on elsewhere, or ends. */
  private @Nullable State call(Call call, State state) {
    Meaning meaning = code.model.of(call.name());
    if (meaning != null) {
      return modelCall(call, meaning, state);
    }
    List<Function> callees = code.callees(call);
    if (!callees.isEmpty()) {
      return enter(call, callees, state);
    }
    libraryCall(call, state);
    return changing(call, state);
  }

  /** What a call may store to variables whose addresses it is given is unknown then. */
  private State changing(Call call, State state) {
    State now = state;
    for (Sum address : state.memory().keySet()) {
      for (Value argument : call.arguments()) {
        if (argument.type().isPointer()
            && evaluator.value(argument, state.view()).bases().equals(address.bases())) {
          Scope scope = state.scope();
          now = now.storing(address, Sum.of(new Symbol.Made(call, scope)));
        }
      }
    }
    return now;
  }

  private @Nullable State modelCall(Call call, Meaning meaning, State state) {
    libraryCall(call, state); // memory that is freed
    Arguments arguments = new Arguments(call, meaning, evaluator, state.view());
    if (!meaning.persistent() && !Issued.of(call, meaning, arguments).isVoid(state.conditions())) {
      for (Region region : arguments.regions(false)) {
        touch(region, call, code.model.inC(call.name()), state);
      }
    }
    return completer.after(call, meaning, changing(call, state));
  }

  private void libraryCall(Call call, State state) {
    View view = state.view();
    for (LibraryCalls.Use use : code.library.of(call.name())) {
      switch (use.kind()) {
        case READ -> use(call, use, false, call.name().replaceFirst("^llvm\\.(\\w+).*", "$1"), state);
        case WRITE -> use(call, use, true, call.name().replaceFirst("^llvm\\.(\\w+).*", "$1"), state);
        case FREE -> free(call, use, state);
        case READ_FROM_HERE_ON -> {
          for (int i = use.argument(); i < call.arguments().size(); i++) {
            if (call.arguments().get(i).type().isPointer()) {
              Sum address = evaluator.value(call.arguments().get(i), view);
              touch(new Region(address, Sum.of(1), false), call, call.name(), state);
            }
          }
        }
      }
    }
  }

  private void use(Call call, LibraryCalls.Use use, boolean written, String how, State state) {
    View view = state.view();
    Sum address = evaluator.value(call.arguments().get(use.argument()), view);
    Sum size =
        use.length() < 0
            ? Sum.of(1)
            : evaluator.value(call.arguments().get(use.length()), view);
    touch(new Region(address, size, written), call, how, state);
  }

  /** All of the memory ends, wherever in it the buffer is. */
  private void free(Call call, LibraryCalls.Use use, State state) {
    Sum address = evaluator.value(call.arguments().get(use.argument()), state.view());
    for (Region buffer : issued.regions()) {
      Region all = new Region(buffer.start(), buffer.size(), true);
      if (state.flying() && all.isSameMemory(new Region(address, Sum.of(1), true))) {
        witness.touched(issued, buffer, call, "free", all, state);
      }
    }
  }

  private @Nullable State enter(Call call, List<Function> callees, State state) {
    boolean skipped = false;
    for (Function callee : callees) {
      boolean deep = state.scope().frame().depth() > DEEPEST_CALL;
      if (deep || state.scope().frame().isIn(callee) || !reach.matters(callee, issued)) {
        skipped = true;
        continue;
      }
      Scope inside = Scope.outside(new Frame(callee, call, state.scope()));
      Block entry = callee.blocks().get(0);
      Scope scope = new Scope(inside.frame(), Map.of());
      reached(state.at(scope, entry, 0, null));
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
      for (Block next : new HashSet<>(block.successors())) {
        jump(state, next);
      }
    }
  }

  private void branch(State state, int way, boolean outcome) {
    Block block = state.block();
    Conditions more =
        guards.and(
            state.conditions(), block.terminator().operand(0), outcome, state.view());
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

  /** Returns to the caller; the variables of the function end. */
  private void back(State state) {
    Frame frame = state.scope().frame();
    if (frame.caller() == null || frame.site() == null) {
      return;
    }
    for (Region buffer : issued.regions()) {
      if (isLocal(buffer, frame.function())) {
        if (state.flying()) {
          Region all = new Region(buffer.start(), buffer.size(), true);
          witness.touched(issued, buffer, state.block().terminator(), "return", all, state);
        }
        return;
      }
    }
    Call site = frame.site();
    reached(state.at(frame.caller(), site.block(), site.index() + 1, null));
  }

  private static boolean isLocal(Region buffer, Function function) {
    return buffer.start().bases().stream()
        .anyMatch(
            base ->
                base instanceof Symbol.Thing thing
                    && thing.origin() instanceof Instruction variable
                    && variable.opcode() == Opcode.ALLOCA
                    && variable.block().function() == function);
  }
}
