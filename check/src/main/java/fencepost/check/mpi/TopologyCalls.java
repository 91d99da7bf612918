package fencepost.check.mpi;

import fencepost.check.machine.Halt;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Virtual topologies (MPI 4.1, chapter 8). */
final class TopologyCalls {
  private TopologyCalls() {}

  static void addTo(MpiModel library) {
    library.rule("MPI_Cart_create", TopologyCalls::createGrid);
    library.rule("MPI_Cart_coords", TopologyCalls::coordinates);
    library.rule("MPI_Cart_rank", TopologyCalls::rank);
    library.rule("MPI_Cart_shift", TopologyCalls::shift);
    library.rule("MPI_Cart_get", TopologyCalls::get);
    library.rule("MPI_Cart_sub", TopologyCalls::sub);
    library.rule(
        "MPI_Cartdim_get",
        call -> {
          call.memory().store(call.at(1), 4, topology(call, 0).dims().size());
          call.done();
        });
    library.rule("MPI_Dims_create", TopologyCalls::factor);
    library.rule("MPI_Dist_graph_create_adjacent", TopologyCalls::createGraph);
    library.rule("MPI_Dist_graph_create", TopologyCalls::createDistributedGraph);
    library.rule("MPI_Dist_graph_neighbors_count", TopologyCalls::countNeighbors);
    library.rule("MPI_Dist_graph_neighbors", TopologyCalls::neighbors);
    library.rule("MPI_Graph_create", TopologyCalls::createOldGraph);
    library.rule("MPI_Graph_neighbors_count", call -> answer(call, 2, ofRank(call).size()));
    library.rule(
        "MPI_Graph_neighbors",
        call -> {
          storeRanks(call, call.at(3), ofRank(call), call.integerAt(2));
          call.done();
        });
    library.rule("MPI_Topo_test", TopologyCalls::test);
  }

  private static Topology topology(MpiCall call, int argument) {
    Topology topology = call.process.comm(call.at(argument)).topology;
    if (topology == null) {
      throw Halt.fault(call.name() + " of a communicator without topology");
    }
    return topology;
  }

  private static List<Integer> integers(MpiCall call, String array, int count) {
    return IntStream.range(0, count).mapToObj(i -> (int) call.element(array, i)).toList();
  }

  private static void createGrid(MpiCall call) {
    int count = call.integer("ndims");
    List<Integer> dims = integers(call, "dims", count);
    List<Boolean> periods = integers(call, "periods", count).stream().map(p -> p != 0).toList();
    CommCalls.together(
        call,
        null,
        round -> {
          Topology grid = Topology.cartesian(dims, periods);
          Comm made = new Comm(call.comm().members.subList(0, grid.sources().size()));
          made.topology = grid;
          return made;
        });
  }

  private static void coordinates(MpiCall call) {
    List<Integer> coordinates = topology(call, 0).coordinates(call.integerAt(1));
    for (int d = 0; d < Math.min(call.integerAt(2), coordinates.size()); d++) {
      call.memory().store(call.at(3) + 4L * d, 4, coordinates.get(d));
    }
    call.done();
  }

  private static void rank(MpiCall call) {
    Topology grid = topology(call, 0);
    List<Integer> coordinates =
        IntStream.range(0, grid.dims().size())
            .mapToObj(d -> call.memory().integer(call.at(1) + 4L * d))
            .toList();
    call.memory().store(call.at(2), 4, grid.rank(coordinates));
    call.done();
  }

  private static void shift(MpiCall call) {
    Topology grid = topology(call, 0);
    int me = call.process.comm(call.at(0)).rankOf(call.process.rank());
    int by = call.integerAt(2);
    int source = grid.shifted(me, call.integerAt(1), -by);
    int target = grid.shifted(me, call.integerAt(1), by);
    call.memory().store(call.at(3), 4, call.process.source(source));
    call.memory().store(call.at(4), 4, call.process.source(target));
    call.done();
  }

  private static void get(MpiCall call) {
    Topology grid = topology(call, 0);
    int me = call.process.comm(call.at(0)).rankOf(call.process.rank());
    for (int d = 0; d < Math.min(call.integerAt(1), grid.dims().size()); d++) {
      call.memory().store(call.at(2) + 4L * d, 4, grid.dims().get(d));
      call.memory().store(call.at(3) + 4L * d, 4, grid.periods().get(d) ? 1 : 0);
      call.memory().store(call.at(4) + 4L * d, 4, grid.coordinates(me).get(d));
    }
    call.done();
  }

  /** Those with the same coordinates in the dimensions that are left out stay together. */
  private static void sub(MpiCall call) {
    Comm comm = call.comm();
    Topology grid = comm.topology;
    if (grid == null) {
      throw Halt.fault("MPI_Cart_sub of a communicator without topology");
    }
    List<Integer> kept = integers(call, "remain_dims", grid.dims().size());
    CommCalls.together(
        call,
        null,
        round -> {
          java.util.Map<List<Integer>, List<Integer>> parts = new java.util.LinkedHashMap<>();
          for (int rank = 0; rank < comm.size(); rank++) {
            List<Integer> key = new ArrayList<>(grid.coordinates(rank));
            for (int d = 0; d < kept.size(); d++) {
              key.set(d, kept.get(d) != 0 ? 0 : key.get(d));
            }
            parts.computeIfAbsent(key, k -> new ArrayList<>()).add(comm.members.get(rank));
          }
          java.util.Map<List<Integer>, Comm> made = new java.util.LinkedHashMap<>();
          parts.forEach(
              (key, members) -> {
                Comm part = new Comm(members);
                part.topology =
                    Topology.cartesian(chosen(grid.dims(), kept), chosen(grid.periods(), kept));
                made.put(key, part);
              });
          return made;
        });
  }

  private static <T> List<T> chosen(List<T> all, List<Integer> kept) {
    return IntStream.range(0, all.size()).filter(i -> kept.get(i) != 0).mapToObj(all::get).toList();
  }

  /** As close to each other as possible, in decreasing order (MPI 4.1, 8.5.2). */
  private static void factor(MpiCall call) {
    int left = call.integerAt(0);
    int count = call.integerAt(1);
    List<Integer> free = new ArrayList<>();
    for (int d = 0; d < count; d++) {
      int given = call.memory().integer(call.at(2) + 4L * d);
      if (given == 0) {
        free.add(d);
      } else {
        left /= given;
      }
    }
    for (int i = 0; i < free.size(); i++) {
      int places = free.size() - i;
      int factor = places == 1 ? left : factor(left, places);
      call.memory().store(call.at(2) + 4L * free.get(i), 4, factor);
      left /= factor;
    }
    call.done();
  }

  private static int factor(int number, int places) {
    int least = (int) Math.ceil(Math.pow(number, 1.0 / places) - 1e-9);
    while (number % least != 0) {
      least++;
    }
    return least;
  }

  private record Neighbors(List<Integer> sources, List<Integer> destinations) {}

  private static void createGraph(MpiCall call) {
    Neighbors mine =
        new Neighbors(
            integers(call, "sources", call.integer("indegree")),
            integers(call, "destinations", call.integer("outdegree")));
    List<Integer> members = call.comm().members;
    CommCalls.together(
        call,
        mine,
        round -> {
          List<Neighbors> all = members.stream().map(m -> round.<Neighbors>from(m)).toList();
          return graph(members, all);
        });
  }

  private static Comm graph(List<Integer> members, List<Neighbors> neighbors) {
    Comm made = new Comm(members);
    made.topology =
        new Topology(
            Topology.Kind.DIST_GRAPH,
            List.of(),
            List.of(),
            neighbors.stream().map(Neighbors::sources).toList(),
            neighbors.stream().map(Neighbors::destinations).toList());
    return made;
  }

  private record Edge(int source, int destination) {}

  /** Everyone names some edges, of whomever; the order of neighbours is the library's own. */
  private static void createDistributedGraph(MpiCall call) {
    List<Edge> mine = new ArrayList<>();
    int next = 0;
    for (int i = 0; i < call.integer("n"); i++) {
      for (int k = 0; k < call.element("degrees", i); k++) {
        mine.add(
            new Edge((int) call.element("sources", i), (int) call.element("destinations", next++)));
      }
    }
    List<Integer> members = call.comm().members;
    CommCalls.together(
        call,
        mine,
        round -> {
          List<Neighbors> all = new ArrayList<>();
          members.forEach(m -> all.add(new Neighbors(new ArrayList<>(), new ArrayList<>())));
          members.stream()
              .flatMap(m -> round.<List<Edge>>from(m).stream())
              .forEach(
                  edge -> {
                    all.get(edge.source).destinations.add(edge.destination);
                    all.get(edge.destination).sources.add(edge.source);
                  });
          return graph(members, all);
        });
  }

  private static Neighbors mine(MpiCall call) {
    Topology graph = topology(call, 0);
    int me = call.process.comm(call.at(0)).rankOf(call.process.rank());
    return new Neighbors(graph.sources().get(me), graph.destinations().get(me));
  }

  /** The neighbours in a graph of the rank that is the second argument. */
  private static List<Integer> ofRank(MpiCall call) {
    return topology(call, 0).destinations().get(call.integerAt(1));
  }

  private static void answer(MpiCall call, int argument, long value) {
    call.memory().store(call.at(argument), 4, value);
    call.done();
  }

  private static void countNeighbors(MpiCall call) {
    Neighbors mine = mine(call);
    call.memory().store(call.at(1), 4, mine.sources.size());
    call.memory().store(call.at(2), 4, mine.destinations.size());
    call.memory().store(call.at(3), 4, 0);
    call.done();
  }

  /** Weights, if there are any, are not kept. */
  private static void neighbors(MpiCall call) {
    Neighbors mine = mine(call);
    storeRanks(call, call.at(2), mine.sources, call.integerAt(1));
    storeRanks(call, call.at(5), mine.destinations, call.integerAt(4));
    call.done();
  }

  private static void storeRanks(MpiCall call, long to, List<Integer> ranks, int most) {
    for (int i = 0; i < Math.min(most, ranks.size()); i++) {
      call.memory().store(to + 4L * i, 4, ranks.get(i));
    }
  }

  private static void createOldGraph(MpiCall call) {
    int nodes = call.integer("nnodes");
    List<List<Integer>> neighbors = new ArrayList<>();
    for (int node = 0; node < nodes; node++) {
      int from = node == 0 ? 0 : (int) call.element("index", node - 1);
      int to = (int) call.element("index", node);
      neighbors.add(
          IntStream.range(from, to).mapToObj(i -> (int) call.element("edges", i)).toList());
    }
    CommCalls.together(
        call,
        null,
        round -> {
          Comm made = new Comm(call.comm().members.subList(0, nodes));
          made.topology =
              new Topology(Topology.Kind.GRAPH, List.of(), List.of(), neighbors, neighbors);
          return made;
        });
  }

  private static void test(MpiCall call) {
    Topology topology = call.process.comm(call.at(0)).topology;
    String kind = topology == null ? "MPI_UNDEFINED" : "MPI_" + topology.kind();
    call.memory().store(call.at(1), 4, call.header.integer(kind));
    call.done();
  }
}
