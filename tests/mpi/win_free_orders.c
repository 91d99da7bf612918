// ranks: 2
// Freeing a window waits for all of it and completes what was done; the racy twin stores before that.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    int window[4] = {0};
    int value = 1;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(window, sizeof(window), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
        MPI_Get(&value, 1, MPI_INT, 1, 2, 1, MPI_INT, win); // RACE
        MPI_Win_unlock(1, win);
    }
#ifndef FIXED
    if (rank == 1)
        window[2] = 3; // RACE
#endif
    MPI_Win_free(&win);
    if (rank == 1)
        window[2] = 4;

    printf("%d %d\n", value, window[2]);
    MPI_Finalize();
    return 0;
}
