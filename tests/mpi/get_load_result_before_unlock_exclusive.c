// ranks: 2
// An exclusive lock does not protect the local result buffer of a Get, loaded before the unlock; FIXED loads after the unlock.
#include <mpi.h>
#include <stdio.h>

volatile int sink;

int main(int argc, char **argv)
{
    int rank;
    int *mem;
    int buf[4] = {0};
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    for (int i = 0; i < 4; i++)
        mem[i] = 0;
    MPI_Barrier(MPI_COMM_WORLD);

    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
        MPI_Get(buf, 4, MPI_INT, 1, 0, 4, MPI_INT, win); // RACE
#ifdef FIXED
        MPI_Win_unlock(1, win);
#endif
        sink = buf[3]; // RACE
#ifndef FIXED
        MPI_Win_unlock(1, win);
#endif
    }

    MPI_Win_free(&win);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
