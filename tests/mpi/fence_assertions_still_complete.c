// ranks: 2
// A fence that promises not to be followed by anything completes the put all the same; the racy twin loads before it.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    int window[4] = {0};
    int value = 1, seen = 0;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(window, sizeof(window), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(MPI_MODE_NOPRECEDE | MPI_MODE_NOSTORE, win);

    if (rank == 0)
        MPI_Put(&value, 1, MPI_INT, 1, 2, 1, MPI_INT, win); // RACE
#ifndef FIXED
    if (rank == 1)
        seen = window[2]; // RACE
#endif
    MPI_Win_fence(MPI_MODE_NOSUCCEED | MPI_MODE_NOSTORE | MPI_MODE_NOPUT, win);
    if (rank == 1)
        seen += window[2];
    if (rank == 0)
        value = 2;

    printf("%d\n", seen);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
