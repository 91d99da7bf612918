// ranks: 2
// A nest of loops touches a block of a matrix.
#include <mpi.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT 1024
static volatile int sink;
#ifdef FIXED
#define WIDTH 9
#else
#define WIDTH 10
#endif
__attribute__((noinline)) static void add(int *x, int rows, int columns, int pitch) {
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++)
      x[i * pitch + j] += 1; // RACE
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
  if (rank == 1) add(window, 32, WIDTH, 32);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
