package fencepost.check.dataflow;

import fencepost.check.dataflow.Evaluator.View;
import fencepost.program.ir.Call;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The memory of the windows of a program. */
final class Windows {
  private Windows() {}

  /**
   * The memory of a window.
   *
   * @param unit what displacements are multiplied with
   */
  record Memory(Sum base, long unit) {}

  /** The memory of each window, by the place where its handle is kept. */
  static Map<Sum, Memory> in(Code code, Evaluator evaluator, Chains chains) {
    Map<Sum, Memory> windows = new HashMap<>();
    for (Call call : code.calls()) {
      String name = code.model.inC(call.name());
      if (name.matches("MPI_Win_(create|allocate|allocate_shared)(_c)?")) {
        Scope scope = chains.leadingTo(call.block()).get(0);
        add(call, name, evaluator, View.of(scope, Map.of()), windows);
      }
    }
    return windows;
  }

  private static void add(
      Call call, String name, Evaluator evaluator, View view, Map<Sum, Memory> windows) {
    boolean allocates = name.contains("allocate");
    List<Sum> values = call.arguments().stream().map(a -> evaluator.value(a, view)).toList();
    boolean fortran = ModelCalls.isFortran(call.name());
    Sum unit = values.get(allocates ? 1 : 2);
    unit = fortran ? evaluator.loaded(unit, false, view) : unit;
    Sum base = allocates ? Sum.of(new Symbol.Thing(call)) : values.get(0);
    windows.put(values.get(5), new Memory(base, unit.isConstant() ? unit.constant() : 1));
  }

  static @Nullable Memory of(Sum handle, Map<Sum, Memory> windows) {
    for (Symbol symbol : handle.terms().keySet()) {
      if (symbol instanceof Symbol.Loaded loaded) {
        Memory memory = windows.get(loaded.address());
        if (memory != null) {
          return memory;
        }
      }
    }
    return null;
  }
}
