// ranks: 2
// The same memory is a window, and many calls away the origin of a put.
#include <mpi.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT 1024
static volatile int sink;
#define NOT_INLINED __attribute__((noinline))
static MPI_Win the_win;
NOT_INLINED static void f4(int *x) { MPI_Put(x, 1, MPI_INT, 1, 0, 1, MPI_INT, the_win); } // RACE
NOT_INLINED static void f3(int *x) { f4(x); }
NOT_INLINED static void f2(int *x) { f3(x); }
NOT_INLINED static void f1(int *x) { f2(x); }

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, *window, origin[COUNT] = {0};
  MPI_Win win;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(COUNT * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window, &win);
  memset(window, 0, COUNT * sizeof(int));
  the_win = win;
  MPI_Win_fence(0, win);
  if (rank == 0) f1(window);
#ifdef FIXED
  MPI_Win_fence(0, win);
#endif
  if (rank == 1) sink = window[0]; // RACE
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
