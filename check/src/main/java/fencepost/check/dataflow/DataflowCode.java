package fencepost.check.dataflow;

import fencepost.program.ir.Call;
import fencepost.program.ir.Function;
import fencepost.program.ir.GlobalVariable;
import fencepost.program.ir.Instruction;
import fencepost.program.ir.Module;
import fencepost.program.ir.Value;
import fencepost.program.pointsto.PointsTo;
import fencepost.program.pointsto.Surroundings;
import fencepost.report.SourceNames;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/** The program that is looked at, and what is known of it as a whole. */
final class DataflowCode {
  /** Some seconds. Larger programs are not looked at. */
  private static final long MOST_STEPS = 20_000_000;

  final Module module;
  final PointsTo pointsTo;
  final KnownCalls known = KnownCalls.ALL;
  final LibraryCalls library = LibraryCalls.ALL;
  final Unwinding ways;
  final BooleanSupplier goesOn;
  private final Map<Function, Shape> shapes = new HashMap<>();
  private final Map<String, Function> definitions = new HashMap<>();
  private final Map<Function, List<Call>> callers = new LinkedHashMap<>();
  private final Map<Function, Set<Function>> callees = new HashMap<>();
  private final Map<Call, List<Function>> indirect = new HashMap<>();

  DataflowCode(Module module, Unwinding ways, BooleanSupplier goesOn) {
    this.module = module;
    this.ways = ways;
    this.goesOn = goesOn;
    Set<String> outside =
        module.functions().stream()
            .filter(function -> !function.defined())
            .map(Function::name)
            .filter(name -> !name.matches("(MPI|mpi|shmem|gaspi)_.*|shmalloc|shrealloc"))
            .collect(Collectors.toSet());
    pointsTo =
        new PointsTo(
            List.of(module),
            new Surroundings(outside, Set.of("main"), Set.of(), Set.of(), false, false),
            MOST_STEPS);
    module.definedFunctions().forEach(function -> definitions.put(function.name(), function));
    calls().forEach(this::connect);
  }

  private void connect(Call call) {
    for (Function callee : callees(call)) {
      callers.computeIfAbsent(callee, key -> new ArrayList<>()).add(call);
      callees.computeIfAbsent(call.block().function(), key -> new LinkedHashSet<>()).add(callee);
    }
  }

  /** The visible functions that a function calls. */
  Set<Function> calleesOf(Function function) {
    return callees.getOrDefault(function, Set.of());
  }

  /** All calls of the program. */
  List<Call> calls() {
    return module
        .definedFunctions()
        .flatMap(Function::instructions)
        .filter(instruction -> instruction instanceof Call)
        .map(instruction -> (Call) instruction)
        .toList();
  }

  /** The visible functions that a call may reach. */
  List<Function> callees(Call call) {
    Function target = call.target();
    if (target == null) {
      return indirect.computeIfAbsent(
          call,
          key ->
              pointsTo.callees(call.callee()).stream()
                  .filter(f -> f.arguments().size() == call.arguments().size())
                  .toList());
    }
    Function definition = target.defined() ? target : definitions.get(target.name());
    return definition == null ? List.of() : List.of(definition);
  }

  /** The calls that may reach a function. */
  List<Call> callersOf(Function function) {
    return callers.getOrDefault(function, List.of());
  }

  Shape shape(Function function) {
    return shapes.computeIfAbsent(function, Shape::new);
  }

  /** What memory a variable is, in the terms of the points-to analysis. */
  static Object origin(GlobalVariable variable) {
    return variable.local() ? variable : variable.name();
  }

  /** What a person calls some memory. */
  String nameOf(Symbol symbol) {
    if (symbol instanceof Symbol.Thing thing) {
      return nameOf(thing.origin());
    } else if (symbol instanceof Symbol.Loaded loaded) {
      return loaded.address().bases().stream()
          .findFirst()
          .map(base -> "what " + nameOf(base) + " points to")
          .orElse("memory");
    } else if (symbol instanceof Symbol.Given given) {
      return "what argument " + (given.argument().index() + 1) + " points to";
    }
    return "memory";
  }

  private String nameOf(Object origin) {
    if (origin instanceof Call call) {
      return "memory of " + SourceNames.inSource(call.name());
    } else if (origin instanceof Instruction variable) {
      String name = module.names().getOrDefault((Value) variable, "");
      return name.isEmpty() ? "a local variable" : "variable " + name;
    } else if (origin instanceof GlobalVariable variable) {
      return "variable " + plainName(variable.name());
    } else if (origin instanceof Segment segment) {
      return segment.toString();
    }
    return origin instanceof String name ? "variable " + plainName(name) : "memory";
  }

  /** Without what the Fortran compiler puts in front of it. */
  private static String plainName(String name) {
    return SourceNames.inSource(name.replaceFirst("^_Q\\w*?E(?=[a-z])", ""));
  }

  /** A segment of GASPI, by its number. */
  record Segment(Sum id) {
    @Override
    public String toString() {
      return id.isConstant() ? "segment " + id.constant() : "a segment";
    }
  }
}
