// ranks: 2
// Shared memory of rank 0 is sent by rank 1 while rank 0 stores to it; FIXED has a barrier before.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    int *mine, *first, unit;
    MPI_Aint size;
    int copy[4];
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate_shared(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
    MPI_Win_shared_query(win, 0, &size, &unit, &first);
    MPI_Win_lock_all(0, win);

    if (rank == 1)
        MPI_Send(first, 4, MPI_INT, 0, 0, MPI_COMM_WORLD); // RACE
#ifdef FIXED
    else
        MPI_Recv(copy, 4, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
#endif
    if (rank == 0)
        mine[3] = 1; // RACE
#ifndef FIXED
    if (rank == 0)
        MPI_Recv(copy, 4, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
#endif

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
