package fencepost.program.pointsto;

import fencepost.program.ir.Argument;
import fencepost.program.ir.Call;
import fencepost.program.ir.Constant;
import fencepost.program.ir.Function;
import fencepost.program.ir.GlobalVariable;
import fencepost.program.ir.Instruction;
import fencepost.program.ir.Module;
import fencepost.program.ir.Value;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * In which contexts functions are looked at. A function that is small, with all that it calls, is
 * looked at anew for each call that names it: so memory that is allocated behind a wrapper is told
 * apart by the calls that lead there, and a helper does not mix the objects of its callers. Large
 * and recursive functions, and what is called through pointers or by libraries, have one common
 * context.
 */
final class CallContexts {
  /** Half as many instructions, those of the functions that it calls included, are small. */
  private static final long SMALL = 8000;

  /** So many times the instructions of the program are looked at in contexts of their own. */
  private static final long MOST_COPIES = 8;

  private static final long RECURSIVE = Long.MAX_VALUE;

  private final Solver solver;
  private final AbstractMemory memory;
  private final CallRules calls;
  private final Constraints common;
  private final Map<Function, List<Constraints>> copies = new HashMap<>();
  private final Map<Function, Cases> cases = new HashMap<>();
  private final Map<Function, Long> sizes = new HashMap<>();
  private final Set<Function> added = new HashSet<>(); // to the common context
  private long small;

  /**
   * Contexts.
   *
   * @param several whether there are others than the common one
   */
  CallContexts(Solver solver, AbstractMemory memory, CallRules calls, boolean several) {
    this.small = several ? SMALL : 0;
    this.solver = solver;
    this.memory = memory;
    this.calls = calls;
    this.common = new Constraints(solver, memory, calls, this, false);
  }

  /** The context of everything that has none of its own. */
  Constraints common() {
    return common;
  }

  /** Adds the functions of a program, whose names are known. */
  void add(List<Module> modules) {
    List<Function> functions = modules.stream().flatMap(Module::definedFunctions).toList();
    Set<Function> elsewhere = new HashSet<>(functions);
    functions.stream()
        .flatMap(Function::instructions)
        .forEach(i -> callees(i).forEach(elsewhere::remove)); // called, so far as is known
    modules.forEach(module -> findAddresses(module, elsewhere));
    chooseBound(functions);
    functions.stream().filter(f -> elsewhere.contains(f) || !isSmall(f)).forEach(this::addCommon);
  }

  /** Functions whose addresses are somewhere: whoever has it may call them. */
  private void findAddresses(Module module, Set<Function> found) {
    for (GlobalVariable variable : module.variables()) {
      if (variable.initializer() != null) {
        findAddresses(variable.initializer(), found);
      }
    }
    module
        .definedFunctions()
        .flatMap(Function::instructions)
        .forEach(
            instruction -> {
              int named = instruction instanceof Call call && call.target() != null ? 1 : 0;
              List<Value> operands = instruction.operands();
              operands
                  .subList(0, operands.size() - named)
                  .forEach(operand -> findAddresses(operand, found));
            });
  }

  private void findAddresses(Value value, Set<Function> found) {
    if (value instanceof Function function) {
      found.addAll(memory.functions(memory.of(function)));
    } else if (value instanceof Constant.Aggregate aggregate) {
      aggregate.parts().forEach(part -> findAddresses(part.value(), found));
    } else if (value instanceof Constant.Address address) {
      findAddresses(address.base(), found);
    } else if (value instanceof Constant.Computed computed) {
      computed.operands().forEach(operand -> findAddresses(operand, found));
    }
  }

  /** The bound for small functions is so low that not too much is looked at in all. */
  private void chooseBound(List<Function> functions) {
    List<List<Function>> components = components(functions);
    long all = functions.stream().mapToLong(f -> f.instructions().count()).sum();
    long looked;
    do {
      small /= 2;
      looked = 0;
      for (List<Function> component : components) {
        looked += measure(component);
      }
    } while (small > 0 && looked > all * MOST_COPIES);
  }

  /** Functions that call each other, by their names; those that they call come before. */
  private List<List<Function>> components(List<Function> functions) {
    Map<Function, Integer> numbers = new HashMap<>();
    functions.forEach(function -> numbers.put(function, numbers.size()));
    Cycles cycles =
        new Cycles(
            functions.size(),
            number ->
                new IntArrayList(
                    functions
                        .get(number)
                        .instructions()
                        .flatMap(instruction -> callees(instruction).stream())
                        .mapToInt(numbers::get)
                        .distinct()
                        .toArray()));
    for (int i = 0; i < functions.size(); i++) {
      cycles.visit(i);
    }
    return cycles.components().stream()
        .map(component -> component.intStream().mapToObj(functions::get).toList())
        .toList();
  }

  /**
   * Finds out how many instructions a function has with those of the small functions that it calls;
   * how many of them are looked at in the common context.
   */
  private long measure(List<Function> component) {
    long looked = 0;
    for (Function function : component) {
      long size = function.instructions().count();
      boolean recursive = component.size() > 1;
      for (Instruction instruction : (Iterable<Instruction>) function.instructions()::iterator) {
        for (Function callee : callees(instruction)) {
          recursive |= callee == function;
          if (!component.contains(callee) && isSmall(callee)) {
            size += Objects.requireNonNull(sizes.get(callee));
          }
        }
      }
      sizes.put(function, recursive ? RECURSIVE : size);
      looked += isSmall(function) ? 0 : size;
    }
    return looked;
  }

  /** The visible functions that are called by their names. */
  private List<Function> callees(Instruction instruction) {
    Function target = instruction instanceof Call call ? call.target() : null;
    return target == null ? List.of() : memory.functions(memory.of(target));
  }

  private boolean isSmall(Function function) {
    return Objects.requireNonNull(sizes.get(function)) <= small;
  }

  /** What a function means where it is called. */
  Constraints called(Function function, Call call) {
    if (call.target() == null || !isSmall(function)) {
      addCommon(function);
      cases(function).add(common, call);
      return common;
    }
    Constraints copy = new Constraints(solver, memory, calls, this, true);
    copies.computeIfAbsent(function, key -> new ArrayList<>()).add(copy);
    cases(function).always().forEach(copy::add);
    cases(function).add(copy, call);
    return copy;
  }

  /** What a function means that may be called from anywhere. */
  Constraints common(Function function) {
    addCommon(function);
    cases(function).add(common, null);
    return common;
  }

  private void addCommon(Function function) {
    if (added.add(function)) {
      cases(function).always().forEach(common::add);
    }
  }

  private Cases cases(Function function) {
    return cases.computeIfAbsent(function, Cases::new);
  }

  /** The sets that a value has, in all contexts. */
  PlaceSet locations(Value value) {
    PlaceSet all = common.locations(value);
    Function function =
        value instanceof Instruction instruction
            ? instruction.block().function()
            : value instanceof Argument argument ? argument.function() : null;
    for (Constraints copy : copies.getOrDefault(function, List.of())) {
      all = all.union(copy.locations(value));
    }
    return all;
  }
}
