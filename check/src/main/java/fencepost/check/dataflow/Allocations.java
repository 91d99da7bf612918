package fencepost.check.dataflow;

import java.util.Map;
import java.util.regex.Pattern;

/** Calls that make memory. */
final class Allocations {
  private static final Pattern RETURNING =
      Pattern.compile(
          "malloc|calloc|aligned_alloc|memalign|p?valloc|mmap|realloc|reallocarray|strn?dup|_Zn[wa]m.*"
              + "|shmem_(malloc|calloc|align|realloc|malloc_with_hints)|shmalloc|shmemalign|shrealloc");

  /** Those that store its address, and where. */
  private static final Map<String, Integer> STORING =
      Map.of(
          "MPI_Win_allocate", 4,
          "MPI_Win_allocate_c", 4,
          "MPI_Win_allocate_shared", 4,
          "MPI_Alloc_mem", 2,
          "posix_memalign", 0);

  private Allocations() {}

  static boolean returns(String function) {
    return RETURNING.matcher(function).matches();
  }

  static boolean storesAt(String function, int argument) {
    return STORING.getOrDefault(function, -1) == argument;
  }
}
