// ranks: 2
// A loop synchronises: its accesses belong to different epochs.
#include <mpi.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT 1024
static volatile int sink;
static int step(int *x, MPI_Win win, int rank, int i) {
  if (rank == 1) x[i] = i; // RACE
  MPI_Win_fence(0, win);
  return i;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, *window, origin[COUNT] = {0};
  MPI_Win win;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(COUNT * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window, &win);
  memset(window, 0, COUNT * sizeof(int));
  MPI_Win_fence(0, win);
  {
    int origin_value = 0;
    for (int i = 0; i < 4; i++) {
#ifdef FIXED
      if (rank == 0) MPI_Put(&origin_value, 1, MPI_INT, 1, i + 8, 1, MPI_INT, win);
#else
      if (rank == 0) MPI_Put(&origin_value, 1, MPI_INT, 1, i, 1, MPI_INT, win); // RACE
#endif
      step(window, win, rank, i);
    }
  }
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
