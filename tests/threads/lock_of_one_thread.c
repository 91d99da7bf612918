// ranks: 2, any threads
// The lock that one thread takes, uses and gives back protects nothing that its sibling does.
#include <mpi.h>
#include <omp.h>

int main(int argc, char **argv) {
  int rank, provided, seen = 0, buffer = 0, *memory;
  MPI_Win win;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  if (rank == 0) {
#pragma omp parallel num_threads(2)
    {
#pragma omp master
      {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
        MPI_Get(&buffer, 1, MPI_INT, 1, 0, 1, MPI_INT, win); // RACE
        MPI_Win_unlock(1, win);
      }
#ifdef FIXED
#pragma omp barrier
#endif
      if (omp_get_thread_num() == 1) seen = buffer; // RACE
    }
  }
  MPI_Win_free(&win);
  MPI_Finalize();
  return seen < 0;
}
