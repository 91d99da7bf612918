// ranks: 2, any threads, also one
// Tasks that have their data to themselves use it in peace; one that looks at the result of another must wait for it.
#include <mpi.h>
#include <stdlib.h>

static int result[8];

int main(int argc, char **argv) {
  int rank, provided, *memory, sum = 0;
  MPI_Win win;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(8 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
#pragma omp parallel num_threads(3)
#pragma omp single
    {
      for (int i = 0; i < 8; i++) {
        int value = i;
#pragma omp task firstprivate(value)
        {
          int local = value;
          MPI_Put(&value, 1, MPI_INT, 1, value, 1, MPI_INT, win);
          MPI_Win_flush(1, win);
          value = 0;
          MPI_Get(&local, 1, MPI_INT, 1, local, 1, MPI_INT, win);
          MPI_Win_flush(1, win);
          local++;
        }
      }
#pragma omp taskwait
#pragma omp taskgroup
      {
#pragma omp task
        {
#pragma omp task
          {
            MPI_Get(&result[1], 1, MPI_INT, 1, 1, 1, MPI_INT, win); // RACE
            MPI_Win_flush(1, win);
          }
        }
#ifndef FIXED
        sum += result[1]; // RACE
#endif
      }
#ifdef FIXED
      sum += result[1];
#endif
    }
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return sum < 0;
}
