// ranks: 2
// A loop over a hash table reads what another process puts, and makes entries of another table from it; FIXED waits for the put first.
#include <cstdio>
#include <mpi.h>
#include <unordered_map>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank;
  long *memory, source[500] = {0};
  MPI_Win window;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(500 * sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
  std::unordered_map<long, size_t> places;
  std::unordered_map<long, long> values;
  for (size_t i = 0; i < 500; i++) {
    memory[i] = 0;
    places[(long)(i * 7919)] = i * 61 % 500;
  }
  MPI_Win_fence(0, window);
  if (rank == 0) MPI_Put(source, 500, MPI_LONG, 1, 0, 500, MPI_LONG, window); // RACE
#ifdef FIXED
  MPI_Win_fence(0, window);
#endif
  if (rank == 1)
    for (const auto &[key, place] : places) values[key] = memory[place]; // RACE
  MPI_Win_fence(0, window);
  std::printf("%zu\n", values.size());
  MPI_Win_free(&window);
  MPI_Finalize();
  return 0;
}
