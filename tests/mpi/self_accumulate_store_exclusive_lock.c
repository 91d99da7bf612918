// ranks: 2
// Even under an exclusive lock a rank races with its own pending Accumulate to itself; FIXED stores after the unlock.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    int mem[4] = {0};
    int buf = 1;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(mem, sizeof(mem), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        MPI_Accumulate(&buf, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win); // RACE
#ifdef FIXED
        MPI_Win_unlock(0, win);
#endif
        mem[0] = 3; // RACE
#ifndef FIXED
        MPI_Win_unlock(0, win);
#endif
    }

    MPI_Win_free(&win);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
