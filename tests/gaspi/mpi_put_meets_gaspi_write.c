// ranks: 3
// A window of MPI over a segment of GASPI: a put and a write meet in the same memory. FIXED puts beside it.
#include <GASPI.h>
#include <mpi.h>
#include "scenario.h"

int main(void) {
  MPI_Init(NULL, NULL);
  int *data = start();
  MPI_Win win;
  int other = 1;
  MPI_Win_create(data, INTS * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  if (rank == 0) {
    gaspi_write(SEGMENT, AT(0), 1, SEGMENT, AT(8), sizeof(int), 0, GASPI_BLOCK); // RACE
    gaspi_wait(0, GASPI_BLOCK);
  }
  if (rank == 2) {
#ifdef FIXED
    MPI_Put(&other, 1, MPI_INT, 1, 9, 1, MPI_INT, win);
#else
    MPI_Put(&other, 1, MPI_INT, 1, 8, 1, MPI_INT, win); // RACE
#endif
  }
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  finish();
  MPI_Finalize();
  return 0;
}
