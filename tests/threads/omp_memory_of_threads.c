// ranks: 2
// Chunks and tasks of one thread use what is the thread's own: by its number, in a thread-local variable, or from its allocation.
#include <mpi.h>
#include <omp.h>
#include <stdlib.h>

#define N 32

static int scratch[8][16];
static int local;
#pragma omp threadprivate(local)

static MPI_Win win;
static int peer;

static void get(int *to, int at) { MPI_Get(to, 1, MPI_INT, peer, at, 1, MPI_INT, win); }

static int by_number(int at) {
  int *mine = scratch[omp_get_thread_num()];
  get(mine, at);
  MPI_Win_flush(peer, win);
  return *mine;
}

static int by_variable(int at) {
  get(&local, at);
  MPI_Win_flush(peer, win);
  return local;
}

int main(int argc, char **argv) {
  int rank, provided, *memory, sum = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  peer = 1 - rank;
  MPI_Win_allocate(N * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  for (int i = 0; i < N; i++) memory[i] = i;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
#pragma omp parallel num_threads(2) reduction(+ : sum)
  {
    int *heap = malloc(sizeof(int));
#pragma omp for schedule(dynamic, 1)
    for (int i = 0; i < N; i++) {
      MPI_Get(heap, 1, MPI_INT, peer, i, 1, MPI_INT, win); // RACE
#ifdef FIXED
      MPI_Win_flush(peer, win);
#endif
      sum += *heap; // RACE
      MPI_Win_flush(peer, win);
    }
    free(heap);
  }
#pragma omp parallel for num_threads(2) schedule(dynamic, 1) reduction(+ : sum)
  for (int i = 0; i < N; i++) sum += by_number(i);
#pragma omp parallel num_threads(2)
#pragma omp single
  for (int i = 0; i < N; i++) {
#pragma omp task shared(sum)
    {
      int got = by_number(i) + by_variable(i);
#pragma omp atomic
      sum += got;
    }
  }
#pragma omp parallel for num_threads(2) schedule(dynamic, 1) reduction(+ : sum)
  for (int i = 0; i < N; i++) sum += by_variable(i);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return sum < 0;
}
