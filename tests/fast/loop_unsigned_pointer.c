// ranks: 2
// A loop over pointers with an unsigned count.
#include <mpi.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT 1024
static volatile int sink;
__attribute__((noinline)) static unsigned sum(const unsigned char *from, const unsigned char *to) {
  unsigned sum = 0;
  while (from != to)
    sum += *from++; // RACE
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
#ifdef FIXED
  MPI_Win_fence(0, win);
#endif
  if (rank == 1) sink = (int)sum((unsigned char *)window, (unsigned char *)(window + 778));
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
