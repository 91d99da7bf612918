// ranks: 2
// The library calls back with pointers into the window.
#include <mpi.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT 1024
static volatile int sink;
static int compare(const void *a, const void *b) {
  return sink - *(const int *)b; // RACE
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, *window, origin[COUNT] = {0};
  MPI_Win win;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(COUNT * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window, &win);
  memset(window, 0, COUNT * sizeof(int));
  MPI_Win_fence(0, win);
  if (rank == 0) MPI_Put(origin, COUNT, MPI_INT, 1, 0, COUNT, MPI_INT, win); // RACE
#ifdef FIXED
  MPI_Win_fence(0, win);
#endif
  if (rank == 1) bsearch(origin, window, COUNT, sizeof(int), compare);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
