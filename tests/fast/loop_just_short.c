// ranks: 2
// A counted loop stops before the element, or does not.
#include <mpi.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT 1024
static volatile int sink;
#ifdef FIXED
#define END 777
#else
#define END 778
#endif
__attribute__((noinline)) static int sum(const int *x, int n) {
  int sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[i]; // RACE
  return sum;
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
  if (rank == 1) sink = sum(window, END);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
