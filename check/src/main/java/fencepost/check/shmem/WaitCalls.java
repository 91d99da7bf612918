package fencepost.check.shmem;

import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;

/** Point-to-point synchronisation (OpenSHMEM 1.5, 9.8.2 and 9.10). */
final class WaitCalls {
  private WaitCalls() {}

  static void addTo(ShmemLibrary library) {
    library.meaning("wait", call -> call.when(() -> holds(call), call::done));
    library.meaning("test", call -> test(call, holds(call) ? 1 : 0, holds(call)));
    library.meaning("wait_signal", WaitCalls::waitForSignal);
    library.meaning(
        "fetch_signal",
        call -> {
          call.poll();
          call.done(signal(call));
        });
    library.meaning("wait_all", call -> waitFor(call, true, some -> 0));
    library.meaning("wait_any", call -> waitFor(call, false, WaitCalls::first));
    library.meaning("wait_some", call -> waitFor(call, false, some -> store(call, some)));
    library.meaning("test_all", WaitCalls::testAll);
    library.meaning("test_any", call -> testSome(call, WaitCalls::first));
    library.meaning("test_some", call -> testSome(call, some -> store(call, some)));
  }

  // ---- one variable ----

  private static boolean holds(ShmemCall call) {
    return holds(call, call.argument("ivar"), call.argument("cmp_value"));
  }

  private static boolean holds(ShmemCall call, long address, long value) {
    CType type = call.signature().type();
    return isWanted(call, type.compare(call.memory().load(address, type.size()), value));
  }

  /** Without a comparison the variable is to be different (9.10, deprecated forms). */
  private static boolean isWanted(ShmemCall call, int order) {
    if (!call.has("cmp") || call.is("cmp", "SHMEM_CMP_NE")) {
      return order != 0;
    } else if (call.is("cmp", "SHMEM_CMP_EQ")) {
      return order == 0;
    } else if (call.is("cmp", "SHMEM_CMP_GT")) {
      return order > 0;
    } else if (call.is("cmp", "SHMEM_CMP_GE")) {
      return order >= 0;
    }
    return call.is("cmp", "SHMEM_CMP_LT") ? order < 0 : order <= 0;
  }

  private static void test(ShmemCall call, long result, boolean success) {
    if (!success) {
      call.poll();
    }
    call.done(result);
  }

  private static long signal(ShmemCall call) {
    return call.memory().load(call.argument("sig_addr"), 8);
  }

  private static void waitForSignal(ShmemCall call) {
    long wanted = call.argument("cmp_value");
    call.when(
        () -> isWanted(call, Long.compareUnsigned(signal(call), wanted)),
        () -> call.done(signal(call)));
  }

  // ---- several variables ----

  /** The variables that are not left out by their status. */
  private static List<Integer> considered(ShmemCall call) {
    long status = call.argument("status");
    return IntStream.range(0, call.integer("nelems"))
        .filter(i -> status == 0 || call.memory().integer(status + 4L * i) == 0)
        .boxed()
        .toList();
  }

  private static List<Integer> satisfied(ShmemCall call) {
    return considered(call).stream().filter(i -> elementHolds(call, i)).toList();
  }

  private static boolean elementHolds(ShmemCall call, int index) {
    int size = call.signature().type().size();
    long offset = (long) index * size;
    long value =
        call.has("cmp_values")
            ? call.memory().load(call.argument("cmp_values") + offset, size)
            : call.argument("cmp_value");
    return holds(call, call.argument("ivars") + offset, value);
  }

  /** No index is the largest number there is. */
  private static long first(List<Integer> indices) {
    return indices.isEmpty() ? -1 : indices.get(0);
  }

  private static long store(ShmemCall call, List<Integer> indices) {
    for (int i = 0; i < indices.size(); i++) {
      call.memory().store(call.argument("indices") + 8L * i, 8, indices.get(i));
    }
    return indices.size();
  }

  private static void waitFor(ShmemCall call, boolean all, ToLongFunction<List<Integer>> result) {
    int wanted = considered(call).size();
    int enough = all ? wanted : Math.min(1, wanted);
    call.when(
        () -> satisfied(call).size() >= enough,
        () -> call.done(result.applyAsLong(satisfied(call))));
  }

  private static void testAll(ShmemCall call) {
    boolean all = satisfied(call).size() == considered(call).size();
    test(call, all ? 1 : 0, all);
  }

  private static void testSome(ShmemCall call, ToLongFunction<List<Integer>> result) {
    List<Integer> satisfied = satisfied(call);
    test(call, result.applyAsLong(satisfied), !satisfied.isEmpty());
  }
}
