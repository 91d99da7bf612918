// ranks: 2, any threads, also one
// Of two tasks that wait, the younger may come first: the flush does not complete the put then. Fixed by a dependence.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
    int provided, rank, value = 7, *memory;
    MPI_Win win;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    *memory = 0;
    MPI_Win_lock_all(0, win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
#pragma omp parallel num_threads(2)
#pragma omp single
        {
#ifdef FIXED
#pragma omp task depend(out : value)
#else
#pragma omp task
#endif
            MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win); // RACE
#ifdef FIXED
#pragma omp task depend(in : value)
#else
#pragma omp task
#endif
            MPI_Win_flush(1, win);
        }
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1) printf("%d\n", *memory); // RACE
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
