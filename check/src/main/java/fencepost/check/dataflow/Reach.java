package fencepost.check.dataflow;

import fencepost.program.ir.Access;
import fencepost.program.ir.Call;
import fencepost.program.ir.Function;
import fencepost.program.ir.Instruction;
import fencepost.program.ir.Value;
import fencepost.program.pointsto.PointsTo.Pointee;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which functions can do something to an operation in flight, themselves or by what they call. */
final class Reach {
  private final DataflowCode code;
  private final Map<Function, Set<Object>> touched = new HashMap<>();
  private final Set<Function> communicating = new HashSet<>();

  Reach(DataflowCode code) {
    this.code = code;
    List<Function> functions = code.module.definedFunctions().toList();
    functions.forEach(this::look);
    boolean changed = true;
    while (changed) {
      changed = false;
      for (Function function : functions) {
        changed |= inherit(function);
      }
    }
  }

  private void look(Function function) {
    Set<Object> memory = new HashSet<>();
    function.instructions().forEach(instruction -> look(function, instruction, memory));
    touched.put(function, memory);
  }

  private void look(Function function, Instruction instruction, Set<Object> memory) {
    if (instruction instanceof Access access) {
      add(access.address(), memory);
    } else if (instruction instanceof Call call) {
      if (code.known.of(call.name()) != null) {
        communicating.add(function);
      }
      if (!code.library.of(call.name()).isEmpty()) {
        call.arguments().forEach(argument -> add(argument, memory));
      }
    }
  }

  private void add(Value address, Set<Object> memory) {
    if (address.type().isPointer()) {
      for (Pointee place : code.pointsTo.pointees(address)) {
        memory.add(place.origin());
      }
    }
  }

  private boolean inherit(Function function) {
    boolean changed = false;
    for (Function callee : code.calleesOf(function)) {
      changed |= set(function).addAll(set(callee));
      if (communicating.contains(callee)) {
        changed |= communicating.add(function);
      }
    }
    return changed;
  }

  private Set<Object> set(Function function) {
    return touched.computeIfAbsent(function, key -> new HashSet<>());
  }

  /** The memory that a function may touch. */
  Set<Object> touchedBy(Function function) {
    return set(function);
  }

  /** Whether a function has to be entered to follow an operation. */
  boolean matters(Function function, Issued issued) {
    if (communicating.contains(function)) {
      return true;
    }
    Set<Object> memory = set(function);
    return issued.regions().stream().anyMatch(region -> mayTouch(memory, region));
  }

  /**
   * Memory that the points-to analysis does not know may be touched by whatever touches unknown
   * memory.
   */
  private boolean mayTouch(Set<Object> memory, DataflowRegion region) {
    for (Symbol base : region.start().bases()) {
      boolean known = base instanceof Symbol.Thing thing && known(thing.origin());
      if (!known || memory.contains(((Symbol.Thing) base).origin())) {
        return known || !memory.isEmpty();
      }
    }
    return false;
  }

  private boolean known(Object origin) {
    return !(origin instanceof DataflowCode.Segment)
        && !(origin instanceof Call call
            && (call.name().startsWith("sh") || !code.callees(call).isEmpty()));
  }
}
