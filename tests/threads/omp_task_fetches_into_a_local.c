// ranks: 2, any threads, also one
// A task fetches into a local variable of the one that created it, which uses the variable without waiting for the task.
#include <mpi.h>
#include <stdio.h>

static int fetch_and_use(MPI_Win win) {
    int value[1] = {0}, used;
#pragma omp task shared(value)
    {
        MPI_Get(value, 1, MPI_INT, 1, 0, 1, MPI_INT, win); // RACE
        MPI_Win_flush(1, win);
    }
#ifdef FIXED
#pragma omp taskwait
#endif
    used = value[0]; // RACE
#pragma omp taskwait
    return used;
}

int main(int argc, char **argv) {
    int provided, rank, sum = 0, *memory;
    MPI_Win win;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    *memory = 7;
    MPI_Win_lock_all(0, win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
#pragma omp parallel num_threads(2)
#pragma omp single
        for (int i = 0; i < 3; i++) sum += fetch_and_use(win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    printf("%d\n", sum);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
