package fencepost.check.mpi;

import fencepost.check.mpi.Request.Pending;
import java.util.Locale;
import java.util.function.Function;

/** Collective communication (MPI 4.1, chapter 6), blocking, nonblocking and persistent. */
final class CollectiveCalls {
  private CollectiveCalls() {}

  static void addTo(MpiLibrary library) {
    add(library, "Barrier", call -> new Exchange(call).barrier());
    add(library, "Bcast", call -> new Exchange(call).broadcast());
    add(library, "Gather", call -> new Exchange(call).gather());
    add(library, "Gatherv", call -> new Exchange(call).gather());
    add(library, "Scatter", call -> new Exchange(call).scatter());
    add(library, "Scatterv", call -> new Exchange(call).scatter());
    add(library, "Allgather", call -> new Exchange(call).gatherToAll());
    add(library, "Allgatherv", call -> new Exchange(call).gatherToAll());
    add(library, "Alltoall", call -> new Exchange(call).allToAll());
    add(library, "Alltoallv", call -> new Exchange(call).allToAll());
    add(library, "Alltoallw", call -> new Exchange(call).allToAll());
    add(library, "Reduce", call -> new Reduce(call).toRoot());
    add(library, "Allreduce", call -> new Reduce(call).toAll());
    add(library, "Scan", call -> new Reduce(call).scan(true));
    add(library, "Exscan", call -> new Reduce(call).scan(false));
    add(library, "Reduce_scatter", call -> new Reduce(call).scatter());
    add(library, "Reduce_scatter_block", call -> new Reduce(call).scatter());
    add(library, "Neighbor_allgather", call -> new Neighborhood(call).gather());
    add(library, "Neighbor_allgatherv", call -> new Neighborhood(call).gather());
    add(library, "Neighbor_alltoall", call -> new Neighborhood(call).allToAll());
    add(library, "Neighbor_alltoallv", call -> new Neighborhood(call).allToAll());
    add(library, "Neighbor_alltoallw", call -> new Neighborhood(call).allToAll());
  }

  private static void add(MpiLibrary library, String name, Function<MpiCall, Pending> start) {
    library.rule(
        "MPI_" + name,
        call -> {
          Pending pending = start.apply(call);
          call.doneWhen(pending::isReady, pending::complete);
        });
    library.rule(
        "MPI_I" + name.toLowerCase(Locale.ROOT),
        call -> RequestCalls.start(call, start.apply(call)));
    library.rule(
        "MPI_" + name + "_init", call -> RequestCalls.prepare(call, () -> start.apply(call)));
  }
}
