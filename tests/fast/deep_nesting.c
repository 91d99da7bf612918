// ranks: 2
// The access is many calls away from the window.
#include <mpi.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT 1024
static volatile int sink;
#define NOT_INLINED __attribute__((noinline))
NOT_INLINED static void f8(int *x) { sink = *x; } // RACE
NOT_INLINED static void f7(int *x) { f8(x); }
NOT_INLINED static void f6(int *x) { f7(x); }
NOT_INLINED static void f5(int *x) { f6(x); }
NOT_INLINED static void f4(int *x) { f5(x); }
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
  MPI_Win_fence(0, win);
  if (rank == 0) MPI_Put(origin, COUNT, MPI_INT, 1, 0, COUNT, MPI_INT, win); // RACE
#ifdef FIXED
  MPI_Win_fence(0, win);
#endif
  if (rank == 1) f1(window);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
