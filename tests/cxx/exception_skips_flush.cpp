// ranks: 2
// An exception jumps over the flush, and its handler uses the buffer; FIXED flushes in the handler.
#include <mpi.h>

#include <stdexcept>

static void send_all(int *values, MPI_Win win) {
  MPI_Put(values, 4, MPI_INT, 1, 0, 4, MPI_INT, win); // RACE
  if (values[3] == 3) throw std::runtime_error("three");
  MPI_Win_flush(1, win);
}

int main(int argc, char **argv) {
  int rank, memory[4] = {}, values[4] = {0, 1, 2, 3};
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win win;
  MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    try {
      send_all(values, win);
    } catch (const std::runtime_error &) {
#ifdef FIXED
      MPI_Win_flush(1, win);
#endif
      values[3] = 0; // RACE
    }
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
