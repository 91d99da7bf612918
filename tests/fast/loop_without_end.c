// ranks: 2
// The bound of the loop is no bound: it ends where it finds something.
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define COUNT 4096

static __attribute__((noinline)) size_t find(const int *values, int wanted, size_t most) {
  size_t i = 0;
  for (; i <= most; i += 2)
    if (values[i] == wanted) break; // RACE
  return i;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, *window, one = 1;
  MPI_Win win;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(COUNT * sizeof *window, sizeof *window, MPI_INFO_NULL, MPI_COMM_WORLD, &window, &win);
  for (int i = 0; i < COUNT; i++) window[i] = i == 3000 ? 7 : 0;
  MPI_Win_fence(0, win);
  if (rank == 0) MPI_Put(&one, 1, MPI_INT, 1, 2000, 1, MPI_INT, win); // RACE
#ifdef FIXED
  MPI_Win_fence(0, win);
#endif
  size_t found = rank == 1 ? find(window, 7, SIZE_MAX - (size_t)argc) : 3000;
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  if (found != 3000) printf("wrong: %zu\n", found);
  MPI_Finalize();
  return found != 3000;
}
