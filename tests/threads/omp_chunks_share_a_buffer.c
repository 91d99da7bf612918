// ranks: 2
// Chunks that one thread happens to execute one after the other are not ordered: what they share is not safe, what is private is.
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  int rank, provided, *memory, shared = 0;
  MPI_Win win;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(65 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
#pragma omp parallel num_threads(2)
    {
      int own = 0;
#pragma omp for schedule(dynamic, 1)
      for (int i = 0; i < 64; i++) {
        int *heap = malloc(sizeof(int));
        own = i;
        *heap = i;
        MPI_Put(&own, 1, MPI_INT, 1, i, 1, MPI_INT, win);
        MPI_Win_flush(1, win);
        MPI_Get(heap, 1, MPI_INT, 1, i, 1, MPI_INT, win);
        MPI_Win_flush(1, win);
        if (*heap != i) MPI_Abort(MPI_COMM_WORLD, 1);
        free(heap);
#ifndef FIXED
        if (i == 3) MPI_Get(&shared, 1, MPI_INT, 1, 64, 1, MPI_INT, win); // RACE
        MPI_Win_flush(1, win);
        if (i == 40) own = shared; // RACE
#endif
      }
    }
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return shared < 0;
}
