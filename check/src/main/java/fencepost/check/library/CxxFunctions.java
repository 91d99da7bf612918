package fencepost.check.library;

import fencepost.check.machine.Library;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The runtime of C++: memory, statics, casts, exceptions, streams. */
final class CxxFunctions {
  private CxxFunctions() {}

  static void addTo(CLibrary library) {
    for (String operator : List.of("_Znwm", "_Znam")) {
      library.add(operator, i -> i.returns(MemoryFunctions.allocate(i, i.argument(0))));
      library.add(
          List.of(operator + "St11align_val_t", operator + "RKSt9nothrow_t"),
          i -> i.returns(MemoryFunctions.allocate(i, i.argument(0))));
    }
    for (String operator : List.of("_ZdlPv", "_ZdaPv")) {
      library.add(
          List.of(
              operator,
              operator + "m",
              operator + "St11align_val_t",
              operator + "mSt11align_val_t"),
          i -> MemoryFunctions.free(i, i.argument(0)));
    }
    library.add(
        "__cxa_guard_acquire",
        i -> {
          i.returns(i.memory().load(i.argument(0), 1) == 0);
        });
    library.add("__cxa_guard_release", i -> i.memory().store(i.argument(0), 1, 1));
    library.add(
        "__dynamic_cast",
        i -> i.returns(i.dynamicCast(i.argument(0), i.argument(1), i.argument(2))));
    new CxxExceptions().addTo(library);
    library.add(List.of("_ZNSt8ios_base4InitC1Ev", "_ZNSt8ios_base4InitD1Ev"), i -> {});
  }

  /** What a function does whose name says it. */
  static Library.@Nullable Routine routine(String name) {
    Library.Routine routine = CxxStreams.routine(name);
    return routine != null ? routine : CxxExceptions.member(name);
  }
}
