// ranks: 2
// The origin loads the result of a Fetch_and_op inside the lock epoch; FIXED loads it after the unlock.
#include <mpi.h>
#include <stdio.h>

volatile int sink;

int mem[4];

int main(int argc, char **argv)
{
    int rank;
    int one = 1, res = 0;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(mem, sizeof(mem), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
        MPI_Fetch_and_op(&one, &res, MPI_INT, 1, 0, MPI_SUM, win); // RACE
#ifdef FIXED
        MPI_Win_unlock(1, win);
#endif
        sink = res; // RACE
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
