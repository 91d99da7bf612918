package fencepost.bench.suite;

import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;

/** Which calls complete accesses, and which order processes. */
final class Calls {
  private static final Pattern CONSISTENCY =
      Pattern.compile(
          "MPI_Win_(fence|flush\\w*|unlock\\w*|complete|wait|test|sync)|MPI_(Wait|Test)\\w*"
              + "|shmem_(barrier\\w*|quiet|ctx_quiet|fence|ctx_fence|ctx_destroy)|gaspi_wait");
  private static final Pattern SYNCHRONISATION =
      Pattern.compile(
          "MPI_Win_(fence|post|start|complete|wait|test|lock\\w*|unlock\\w*)"
              + "|MPI_(I?(barrier|allreduce|allgather|alltoall|reduce|reduce_scatter_block|bcast"
              + "|scatter|gather|scan|exscan)|[ISBR]*(send|recv)|Sendrecv|Mprobe|Mrecv|Probe)"
              + "|shmem_(barrier\\w*|sync\\w*|team_sync|\\w*wait_until\\w*|\\w*test\\w*|\\w*_lock"
              + "|\\w*broadcast\\w*|\\w*collect\\w*|\\w*reduce\\w*|\\w*alltoall\\w*)"
              + "|gaspi_(barrier|allreduce|notify_waitsome|notify_reset|passive_\\w+)",
          Pattern.CASE_INSENSITIVE);

  private Calls() {}

  static List<String> consistency(Collection<String> calls) {
    return calls.stream().filter(c -> CONSISTENCY.matcher(c).matches()).sorted().toList();
  }

  static List<String> synchronisation(Collection<String> calls) {
    return calls.stream().filter(c -> SYNCHRONISATION.matcher(c).matches()).sorted().toList();
  }
}
