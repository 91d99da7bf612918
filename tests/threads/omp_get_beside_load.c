// ranks: 2, any threads
// The master gets a value and completes the operation while its sibling loads the buffer: no order of the two threads is
// wanted, and in each of them the load is before or after the whole epoch. Fixed by a barrier.
#include <mpi.h>
#include <omp.h>
#include <stdio.h>

static int buffer;

int main(int argc, char **argv) {
    int provided, rank, seen = 0, *memory;
    MPI_Win win;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    *memory = 3;
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
#pragma omp parallel num_threads(2)
        {
            if (omp_get_thread_num() == 0) {
                MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
                MPI_Get(&buffer, 1, MPI_INT, 1, 0, 1, MPI_INT, win); // RACE
                MPI_Win_unlock(1, win);
            }
#ifdef FIXED
#pragma omp barrier
#endif
            if (omp_get_thread_num() == 1) seen = buffer; // RACE
        }
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_free(&win);
    MPI_Finalize();
    printf("%d\n", seen);
    return 0;
}
