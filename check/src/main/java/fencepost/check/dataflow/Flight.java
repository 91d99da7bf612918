package fencepost.check.dataflow;

import fencepost.check.dataflow.Evaluator.View;
import fencepost.program.ir.Access;
import fencepost.program.ir.Call;
import fencepost.program.ir.Function;
import fencepost.program.ir.Instruction;
import fencepost.program.ir.Opcode;
import fencepost.program.ir.Value;
import fencepost.trace.CallNames;
import java.util.HashSet;
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
final class Flight extends Walk {
  /** What nothing completes meets everything that comes later; some of it will do. */
  private static final int MOST_TOLD = 8;

  private final Evaluator evaluator;
  private final Reach reach;
  private final Issued issued;
  private final Completer completer;
  private final Witness witness;
  private final Set<Instruction> told = new HashSet<>();

  /** Told of what touches the buffers of an operation in flight. */
  interface Witness {
    /**
     * A buffer was touched.
     *
     * @param how what the access is called
     */
    void touched(
        Issued operation,
        DataflowRegion buffer,
        Instruction by,
        String how,
        DataflowRegion region,
        State state);
  }

  Flight(
      DataflowCode code,
      Evaluator evaluator,
      Guards guards,
      Reach reach,
      Issued issued,
      Witness witness) {
    super(code, guards);
    this.evaluator = evaluator;
    this.reach = reach;
    this.issued = issued;
    this.completer = new Completer(issued, evaluator);
    this.witness = witness;
  }

  /** Follows it from the scope in which it is issued. */
  void from(Scope scope, Conditions conditions, Map<Sum, Sum> memory) {
    View view = View.of(scope, memory);
    Arguments arguments = new Arguments(issued.call(), issued.known(), evaluator, view);
    Set<Sum> requests = arguments.has("request") ? Set.of(arguments.address("request")) : Set.of();
    Call call = issued.call();
    from(
        new State(
            scope,
            call.block(),
            call.index() + 1,
            null,
            conditions,
            memory,
            requests,
            issued.known().persistent() ? null : call,
            false));
  }

  @Override
  State access(Access access, State state) {
    View view = state.view();
    Sum address = evaluator.value(access.address(), view);
    touch(
        new DataflowRegion(address, Sum.of(access.size()), access.writes()),
        access,
        name(access),
        state);
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
            .allMatch(base -> base instanceof Symbol.Thing t && t.origin() instanceof Instruction);
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
  private void touch(DataflowRegion region, Instruction by, String how, State state) {
    if (!state.flying()) {
      return;
    }
    for (DataflowRegion buffer : issued.regions()) {
      if ((buffer.written() || region.written())
          && buffer.overlap(region, state.conditions()).isReported()) {
        tell(buffer, by, how, region, state);
      }
    }
  }

  // ---- calls ----

  @Override
  @Nullable State called(Call call, State state) {
    KnownCall known = code.known.of(call.name());
    if (known != null) {
      return modelCall(call, known, state);
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

  private @Nullable State modelCall(Call call, KnownCall known, State state) {
    Arguments arguments = new Arguments(call, known, evaluator, state.view());
    known.frees().forEach(memory -> end(arguments.memory(memory), call, state));
    if (!known.persistent() && !Issued.of(call, known, arguments).isVoid(state.conditions())) {
      for (DataflowRegion region : arguments.regions()) {
        touch(region, call, CallNames.inC(call.name()), state);
      }
    }
    return completer.after(call, known, changing(call, state));
  }

  private void libraryCall(Call call, State state) {
    for (LibraryUse use : LibraryUse.of(call, code.library, evaluator, state.view())) {
      if (use.ends()) {
        end(use.region().start(), call, state);
      } else {
        touch(use.region(), call, use.how(), state);
      }
    }
  }

  /** All of the memory ends, wherever in it the buffer is. */
  private void end(Sum start, Call call, State state) {
    DataflowRegion memory = new DataflowRegion(start, Sum.of(1), true);
    for (DataflowRegion buffer : issued.regions()) {
      if (state.flying() && buffer.isSameMemory(memory)) {
        DataflowRegion all = new DataflowRegion(buffer.start(), buffer.size(), true);
        tell(buffer, call, "free", all, state);
      }
    }
  }

  private void tell(
      DataflowRegion buffer, Instruction by, String how, DataflowRegion region, State state) {
    told.add(by);
    witness.touched(issued, buffer, by, how, region, state);
  }

  @Override
  boolean isEnough() {
    return told.size() >= MOST_TOLD;
  }

  @Override
  boolean matters(Function function) {
    return reach.matters(function, issued);
  }

  /** The variables of the function end. */
  @Override
  boolean leaves(State state) {
    for (DataflowRegion buffer : issued.regions()) {
      if (isLocal(buffer, state.scope().frame().function())) {
        if (state.flying()) {
          DataflowRegion all = new DataflowRegion(buffer.start(), buffer.size(), true);
          tell(buffer, state.block().terminator(), "return", all, state);
        }
        return false;
      }
    }
    return true;
  }

  private static boolean isLocal(DataflowRegion buffer, Function function) {
    return buffer.start().bases().stream()
        .anyMatch(
            base ->
                base instanceof Symbol.Thing thing
                    && thing.origin() instanceof Instruction variable
                    && variable.opcode() == Opcode.ALLOCA
                    && variable.block().function() == function);
  }
}
