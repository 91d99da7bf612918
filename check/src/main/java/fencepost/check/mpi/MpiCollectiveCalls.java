package fencepost.check.mpi;

import fencepost.check.mpi.CheckedRequest.Pending;
import java.util.function.Function;

/** Collective communication (MPI 4.1, chapter 6), blocking, nonblocking and persistent. */
final class MpiCollectiveCalls {
  private MpiCollectiveCalls() {}

  static void addTo(MpiModel library) {
    add(library, "barrier", call -> new Exchange(call).barrier());
    add(library, "broadcast", call -> new Exchange(call).broadcast());
    add(library, "gather", call -> new Exchange(call).gather());
    add(library, "scatter", call -> new Exchange(call).scatter());
    add(library, "allgather", call -> new Exchange(call).gatherToAll());
    add(library, "alltoall", call -> new Exchange(call).allToAll());
    add(library, "reduce", call -> new Reduce(call).toRoot());
    add(library, "allreduce", call -> new Reduce(call).toAll());
    add(library, "scan", call -> new Reduce(call).scan(true));
    add(library, "exscan", call -> new Reduce(call).scan(false));
    add(library, "reduce_scatter", call -> new Reduce(call).scatter());
    add(library, "neighbor_allgather", call -> new Neighborhood(call).gather());
    add(library, "neighbor_alltoall", call -> new Neighborhood(call).allToAll());
  }

  private static void add(MpiModel library, String which, Function<MpiCall, Pending> start) {
    library.operation("collective " + which, start);
  }
}
