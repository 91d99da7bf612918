// ranks: 2
// A loop ends before its bound.
#include <mpi.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT 1024
static volatile int sink;
#ifdef FIXED
#define FOUND 700
#else
#define FOUND 800
#endif
__attribute__((noinline)) static int find(const int *x, int n, const int *end) {
  for (int i = 0; i < n; i++) {
    if (i == *end) return i;
    sink = x[i]; // RACE
  }
  return n;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, *window, origin[COUNT] = {0};
  MPI_Win win;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(COUNT * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window, &win);
  memset(window, 0, COUNT * sizeof(int));
  MPI_Win_fence(0, win);
  if (rank == 0) MPI_Put(origin, 1, MPI_INT, 1, 777, 1, MPI_INT, win); // RACE
  if (rank == 1) { int end = FOUND; sink = find(window, COUNT, &end); }
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
