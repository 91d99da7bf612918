package fencepost.check.mpi;

import java.util.ArrayList;
import java.util.List;

/**
 * The virtual topology of a communicator (MPI 4.1, chapter 8).
 *
 * @param kind MPI_CART, MPI_GRAPH or MPI_DIST_GRAPH
 * @param sources whom each member receives from; -2 for nobody
 */
record Topology(
    Kind kind,
    List<Integer> dims,
    List<Boolean> periods,
    List<List<Integer>> sources,
    List<List<Integer>> destinations) {
  static final int NOBODY = -2;

  /** The kinds of topologies. */
  enum Kind {
    CART,
    GRAPH,
    DIST_GRAPH
  }

  static Topology cartesian(List<Integer> dims, List<Boolean> periods) {
    int size = dims.stream().reduce(1, (a, b) -> a * b);
    List<List<Integer>> sources = new ArrayList<>();
    List<List<Integer>> destinations = new ArrayList<>();
    Topology grid = new Topology(Kind.CART, dims, periods, List.of(), List.of());
    for (int rank = 0; rank < size; rank++) {
      List<Integer> neighbors = new ArrayList<>();
      for (int d = 0; d < dims.size(); d++) {
        neighbors.add(grid.shifted(rank, d, -1));
        neighbors.add(grid.shifted(rank, d, 1));
      }
      sources.add(neighbors);
      destinations.add(neighbors);
    }
    return new Topology(Kind.CART, dims, periods, sources, destinations);
  }

  /** The last dimension varies fastest. */
  List<Integer> coordinates(int rank) {
    List<Integer> coordinates = new ArrayList<>();
    int rest = rank;
    for (int d = dims.size() - 1; d >= 0; d--) {
      coordinates.add(0, rest % dims.get(d));
      rest /= dims.get(d);
    }
    return coordinates;
  }

  int rank(List<Integer> coordinates) {
    int rank = 0;
    for (int d = 0; d < dims.size(); d++) {
      int at = coordinates.get(d);
      if (periods.get(d)) {
        at = Math.floorMod(at, dims.get(d));
      } else if (at < 0 || at >= dims.get(d)) {
        return NOBODY;
      }
      rank = rank * dims.get(d) + at;
    }
    return rank;
  }

  int shifted(int rank, int dimension, int by) {
    List<Integer> coordinates = new ArrayList<>(coordinates(rank));
    coordinates.set(dimension, coordinates.get(dimension) + by);
    return rank(coordinates);
  }
}
