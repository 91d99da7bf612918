// Benchmark: connected components of a graph in hash maps.
//
//     mpirun -n RANKS components [ROUNDS VERTICES DEGREE]        default: 40 20000 8
//
// Vertices have sparse names, and belong to the ranks in turn. Each rank keeps the neighbours and the label of its vertices in
// std::unordered_map. In each round every vertex takes the smallest label around it; labels of vertices that other ranks look at are
// put into the others' windows, between two fences.
//
// Prints "compute_seconds T" (slowest rank) and "ok"; exit code 1 if a label is not that of the smallest vertex of its ring.

#include <mpi.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

using Vertex = uint64_t;

static Vertex nameOf(uint64_t number) { return number * 0x9E3779B97F4A7C15u >> 3; }

struct Graph {
  std::string title;
  std::unordered_map<Vertex, std::vector<Vertex>> neighbours;
  std::unordered_map<Vertex, Vertex> labels; // of the vertices here, and of those nearby
  std::vector<Vertex> order;                 // of the vertices here
};

// Rings of vertices, with chords inside of each ring.
class Rings {
  uint64_t vertices, length;
  int degree;

public:
  Rings(uint64_t v, int d) : vertices(v), length(64), degree(d) {}
  uint64_t ring(uint64_t number) const { return number / length; }
  uint64_t size() const { return vertices; }
  std::vector<uint64_t> around(uint64_t number) const {
    std::vector<uint64_t> found;
    uint64_t first = ring(number) * length, count = std::min(length, vertices - first), place = number - first;
    for (int i = 1; i <= degree / 2; i++) {
      found.push_back(first + (place + (uint64_t)i) % count);
      found.push_back(first + (place + count - (uint64_t)i % count) % count);
    }
    return found;
  }
};

class Shares {
  struct Sent {
    Vertex vertex;
    int place;
  };
  std::vector<std::vector<Sent>> out; // by rank
  std::vector<std::vector<Vertex>> buffers;
  std::vector<std::pair<Vertex, int>> in; // the vertex, and its place in the window
  std::vector<Vertex> memory;
  MPI_Win window;

public:
  Shares(const Rings &rings, int rank, int size) : out(size), buffers(size), window(MPI_WIN_NULL) {
    // Every rank puts its vertices into the others' windows in the order of their numbers, behind those of the ranks before.
    std::vector<std::vector<uint64_t>> wanted(size * size);
    for (uint64_t number = 0; number < rings.size(); number++) {
      int owner = (int)(number % size);
      std::vector<char> by(size, 0);
      for (uint64_t other : rings.around(number)) by[other % size] = 1;
      for (int r = 0; r < size; r++)
        if (r != owner && by[r]) wanted[owner * size + r].push_back(number);
    }
    for (int r = 0; r < size; r++) {
      int place = 0;
      for (int owner = 0; owner < size; owner++)
        for (uint64_t number : wanted[owner * size + r]) {
          if (owner == rank) out[r].push_back(Sent{nameOf(number), place});
          if (r == rank) in.emplace_back(nameOf(number), place);
          place++;
        }
      if (r == rank) memory.resize(place + 1);
    }
    for (int r = 0; r < size; r++) buffers[r].resize(out[r].size());
    MPI_Win_create(memory.data(), (MPI_Aint)(memory.size() * sizeof(Vertex)), sizeof(Vertex), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  }
  void exchange(Graph &graph) {
    for (size_t r = 0; r < out.size(); r++)
      for (size_t i = 0; i < out[r].size(); i++) buffers[r][i] = graph.labels.at(out[r][i].vertex);
    MPI_Win_fence(0, window);
    for (size_t r = 0; r < out.size(); r++)
      if (!out[r].empty())
        MPI_Put(buffers[r].data(), (int)buffers[r].size(), MPI_UINT64_T, (int)r, out[r][0].place, (int)buffers[r].size(), MPI_UINT64_T, window);
    MPI_Win_fence(0, window);
    for (const auto &[vertex, place] : in) graph.labels[vertex] = memory[place];
  }
  void finish() { MPI_Win_free(&window); }
};

static long step(Graph &graph) {
  long changes = 0;
  for (Vertex vertex : graph.order) {
    Vertex smallest = graph.labels[vertex];
    for (Vertex other : graph.neighbours.find(vertex)->second) {
      auto found = graph.labels.find(other);
      if (found != graph.labels.end() && found->second < smallest) smallest = found->second;
    }
    if (smallest < graph.labels[vertex]) {
      graph.labels[vertex] = smallest;
      changes++;
    }
  }
  return changes;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int rounds = argc > 1 ? atoi(argv[1]) : 40;
  Rings rings(argc > 2 ? (uint64_t)atol(argv[2]) : 20000, argc > 3 ? atoi(argv[3]) : 8);
  Graph graph;
  graph.title = "rings of " + std::to_string(rings.size());
  for (uint64_t number = (uint64_t)rank; number < rings.size(); number += (uint64_t)size) {
    Vertex vertex = nameOf(number);
    graph.order.push_back(vertex);
    graph.labels[vertex] = vertex;
    for (uint64_t other : rings.around(number)) graph.neighbours[vertex].push_back(nameOf(other));
  }
  Shares shares(rings, rank, size);
  MPI_Barrier(MPI_COMM_WORLD);
  double begin = MPI_Wtime();
  long changes = 0;
  for (int round = 0; round < rounds; round++) {
    shares.exchange(graph);
    changes += step(graph);
  }
  double seconds = MPI_Wtime() - begin, slowest;
  int wrong = 0, any;
  std::unordered_map<uint64_t, Vertex> smallest;
  for (uint64_t number = 0; number < rings.size(); number++) {
    auto [entry, isNew] = smallest.emplace(rings.ring(number), nameOf(number));
    if (!isNew) entry->second = std::min(entry->second, nameOf(number));
  }
  if (rounds >= 40)
    for (uint64_t number = (uint64_t)rank; number < rings.size(); number += (uint64_t)size)
      wrong |= graph.labels[nameOf(number)] != smallest[rings.ring(number)];
  wrong |= changes == 0;
  MPI_Reduce(&seconds, &slowest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
  MPI_Allreduce(&wrong, &any, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  if (rank == 0) printf("compute_seconds %f\n%s\n", slowest, any ? graph.title.c_str() : "ok");
  shares.finish();
  MPI_Finalize();
  return any;
}
