// ranks: 2
// A loop with a condition is executed for memory that is watched, and more often for memory that is not: both versions of it run.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#define COUNT 100000

static __attribute__((noinline)) long sum(const int *values, const char *chosen, int count) {
  long total = 0;
  for (int i = 0; i < count; i++)
    if (chosen[i]) total += values[i]; // RACE
  return total;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, *window, *own = malloc(COUNT * sizeof *own), one = 1;
  char *chosen = malloc(COUNT);
  long expected = 0, total = 0;
  MPI_Win win;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(COUNT * sizeof *window, sizeof *window, MPI_INFO_NULL, MPI_COMM_WORLD, &window, &win);
  for (int i = 0; i < COUNT; i++) {
    chosen[i] = i % 3 == 0;
    own[i] = i % 7;
    window[i] = 0;
    expected += chosen[i] ? own[i] : 0;
  }
  MPI_Win_fence(0, win);
  if (rank == 0) MPI_Put(&one, 1, MPI_INT, 1, 99, 1, MPI_INT, win); // RACE
#ifdef FIXED
  MPI_Win_fence(0, win);
#endif
  for (int times = 0; times < 10; times++) total += sum(own, chosen, COUNT);
  if (rank == 1) printf("%ld\n", sum(window, chosen, COUNT));
  MPI_Win_fence(0, win);
  int wrong = total != 10 * expected;
  if (wrong) printf("wrong\n");
  MPI_Win_free(&win);
  free(own);
  free(chosen);
  MPI_Finalize();
  return wrong;
}
