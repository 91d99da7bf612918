// ranks: 2
// The places in a global array come out of a list, so that all of the array may be touched, of which a part is a window.
#include <mpi.h>
#include <stdlib.h>

#define COUNT 100000
static int values[COUNT];

static __attribute__((noinline)) void add(const int *list, int count) {
  for (int i = 0; i < count; i++) values[list[i]]++; // RACE
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, *list = malloc(1000 * sizeof *list), one = 1;
  MPI_Win win;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int i = 0; i < 1000; i++) list[i] = i * 37;
  add(list, 1000);
  MPI_Win_create(values + 36000, 1000 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  if (rank == 0) MPI_Put(&one, 1, MPI_INT, 1, 37 * 999 - 36000, 1, MPI_INT, win); // RACE
#ifdef FIXED
  MPI_Win_fence(0, win);
#endif
  if (rank == 1) add(list, 1000);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  int wrong = rank == 0 && values[0] != 1;
  free(list);
  MPI_Finalize();
  return wrong;
}
