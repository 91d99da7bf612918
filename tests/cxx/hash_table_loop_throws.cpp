// ranks: 2
// A loop fills the buffer of a put from a hash table until it throws; FIXED waits for the put first.
#include <mpi.h>
#include <stdexcept>
#include <unordered_map>
#include <vector>

static void fill(std::vector<long> &buffer, const std::unordered_map<long, long> &table, const std::vector<long> &keys) {
  for (size_t i = 0; i < keys.size(); i++) buffer[(size_t)keys[i] % buffer.size()] = table.at(keys[i]); // RACE
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank;
  long *memory;
  MPI_Win window;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(1000 * sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
  std::vector<long> buffer(1000), keys;
  std::unordered_map<long, long> table;
  for (long i = 0; i < 900; i++) table[i * 7919] = i;
  for (long i = 0; i < 1000; i++) keys.push_back((i * 37 % 1000) * 7919);
  MPI_Win_fence(0, window);
  if (rank == 0) MPI_Put(buffer.data(), 1000, MPI_LONG, 1, 0, 1000, MPI_LONG, window); // RACE
#ifdef FIXED
  MPI_Win_fence(0, window);
#endif
  try {
    fill(buffer, table, keys);
  } catch (const std::out_of_range &) {
    buffer.clear();
  }
  MPI_Win_fence(0, window);
  MPI_Win_free(&window);
  MPI_Finalize();
  return 0;
}
