// ranks: 2
// The elements of a vector are changed while a put reads them; FIXED flushes locally first.
#include <mpi.h>

#include <vector>

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  std::vector<double> memory(8), origin(8, 1.0);
  MPI_Win win;
  MPI_Win_create(memory.data(), memory.size() * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(origin.data(), 8, MPI_DOUBLE, 1, 0, 8, MPI_DOUBLE, win); // RACE
#ifdef FIXED
    MPI_Win_flush_local(1, win);
#endif
    origin.back() = 2.0; // RACE
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
