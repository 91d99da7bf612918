// ranks: 2
// One thread opens a lock epoch and gets, its sibling closes the epoch. Fixed by a barrier before the first one uses the data.
#include <mpi.h>
#include <omp.h>

int main(int argc, char **argv) {
    int provided, rank, *memory, buffer = 0, seen = 0;
    MPI_Win win;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    *memory = rank;
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
#pragma omp parallel num_threads(2)
        {
            if (omp_get_thread_num() == 0) {
                MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
                MPI_Get(&buffer, 1, MPI_INT, 1, 0, 1, MPI_INT, win); // RACE
            }
#pragma omp barrier
            if (omp_get_thread_num() == 1) MPI_Win_unlock(1, win);
#ifdef FIXED
#pragma omp barrier
#endif
            if (omp_get_thread_num() == 0) seen = buffer; // RACE
        }
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_free(&win);
    MPI_Finalize();
    return seen < 0;
}
