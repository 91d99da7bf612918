// ranks: 2
// The store of the target is not ordered before the atomic read (MPI_NO_OP) of the origin; FIXED adds a barrier.
#include <mpi.h>
#include <stdio.h>

volatile int sink;

int mem[4];

int main(int argc, char **argv)
{
    int rank;
    int res = 0;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(mem, sizeof(mem), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_lock_all(0, win);

    if (rank == 1)
        mem[0] = 5; // RACE
#ifdef FIXED
    MPI_Barrier(MPI_COMM_WORLD);
#endif
    if (rank == 0) {
        MPI_Get_accumulate(NULL, 0, MPI_INT, &res, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_NO_OP, win); // RACE
        MPI_Win_flush(1, win);
        sink = res;
    }

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
