package fencepost.check.library;

import fencepost.check.machine.Halt;
import fencepost.check.machine.Invocation;
import fencepost.check.machine.Library;
import fencepost.check.machine.Thrown;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Exceptions as the runtime of C++ throws and catches them (Itanium C++ ABI, exceptions, 2). */
final class CxxExceptions {
  private static final Map<String, String> THROWING =
      Map.of(
          "__cxa_bad_cast", "8bad_cast",
          "__cxa_bad_typeid", "10bad_typeid",
          "_ZSt17__throw_bad_allocv", "9bad_alloc",
          "_ZSt28__throw_bad_array_new_lengthv", "9bad_alloc",
          "_ZSt20__throw_length_errorPKc", "12length_error",
          "_ZSt19__throw_logic_errorPKc", "11logic_error",
          "_ZSt20__throw_out_of_rangePKc", "12out_of_range",
          "_ZSt24__throw_out_of_range_fmtPKcz", "12out_of_range",
          "_ZSt24__throw_invalid_argumentPKc", "16invalid_argument",
          "_ZSt21__throw_runtime_errorPKc", "13runtime_error");

  /** Those that each process has caught, the last one first. */
  private final Map<Integer, Deque<Thrown>> caught = new HashMap<>();

  /** The one that each process has caught and thrown again. */
  private final Map<Integer, Thrown> goesOn = new HashMap<>();

  void addTo(CLibrary library) {
    library.add("__cxa_allocate_exception", i -> i.returns(i.memory().allocate(i.argument(0))));
    library.add("__cxa_free_exception", i -> i.memory().free(i.argument(0)));
    library.add(
        "__cxa_throw",
        i -> i.throwsException(i.exception(i.argument(0), i.argument(1), i.argument(2))));
    library.add(
        "__cxa_begin_catch",
        i -> {
          of(i).push(i.process().exceptions.at(i.argument(0)));
          goesOn.remove(i.process().rank());
          i.returns(i.argument(0));
        });
    library.add("__cxa_get_exception_ptr", i -> i.returns(i.argument(0)));
    library.add("__cxa_end_catch", this::end);
    library.add("__cxa_rethrow", this::rethrow);
    THROWING.forEach(
        (name, type) ->
            library.add(
                name,
                i -> i.throwsException(new Thrown(i.memory().allocate(16), "_ZTISt" + type, 0))));
    library.add(
        List.of("_ZSt9terminatev", "__cxa_pure_virtual", "__cxa_call_unexpected"),
        i -> {
          throw Halt.fault("the program terminates itself");
        });
  }

  private Deque<Thrown> of(Invocation i) {
    return caught.computeIfAbsent(i.process().rank(), rank -> new ArrayDeque<>());
  }

  /** Its object is destroyed, unless it goes on. */
  private void end(Invocation i) {
    Thrown last = of(i).poll();
    if (last != null && !last.equals(goesOn.get(i.process().rank()))) {
      if (i.process().defines(last.destructor())) {
        i.process().invoke(last.destructor(), last.object());
      }
      i.memory().free(last.object());
    }
  }

  private void rethrow(Invocation i) {
    Thrown last = of(i).peek();
    if (last == null) {
      throw Halt.fault("throw without an exception");
    }
    goesOn.put(i.process().rank(), last);
    i.throwsException(last);
  }

  /** What an exception of the standard library consists of is not looked at. */
  static Library.@Nullable Routine member(String name) {
    return name.matches("_ZNSt\\d+(\\w+_error|out_of_range|invalid_argument|exception)[CD][012]E.*")
        ? i -> {}
        : null;
  }
}
