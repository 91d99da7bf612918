package fencepost.check.dataflow;

import fencepost.trace.ApiTable;
import fencepost.trace.ApiTable.When;
import fencepost.trace.CallNames;
import java.util.regex.Pattern;

/** Calls that make memory. */
final class Allocations {
  private static final Pattern RETURNING =
      Pattern.compile(
          "malloc|calloc|aligned_alloc|memalign|p?valloc|mmap|realloc|reallocarray|strn?dup|_Zn[wa]m.*");

  private Allocations() {}

  static boolean returns(String function) {
    ApiTable.Call call = CallNames.recorded(function);
    return call == null ? RETURNING.matcher(function).matches() : call.word().endsWith("allocate");
  }

  /** Whether a function stores the address of new memory where an argument points to. */
  static boolean storesAt(String function, int argument) {
    ApiTable.Call call = CallNames.recorded(function);
    return call == null
        ? function.equals("posix_memalign") && argument == 0
        : argument >= 0
            && argument < call.parameters().size()
            && call.arguments(When.ALLOCATES).contains(call.parameters().get(argument).name());
  }
}
