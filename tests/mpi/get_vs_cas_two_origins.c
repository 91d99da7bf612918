// ranks: 3
// A plain Get races with the Compare_and_swap of another origin; FIXED orders them by a flush and a barrier.
#include <mpi.h>
#include <stdio.h>

int mem[4];

int main(int argc, char **argv)
{
    int rank;
    int val = 2, cmp = 0, res = 0;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(mem, sizeof(mem), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_lock_all(0, win);

    if (rank == 0) {
        MPI_Compare_and_swap(&val, &cmp, &res, MPI_INT, 1, 0, win); // RACE
#ifdef FIXED
        MPI_Win_flush(1, win);
#endif
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 2)
        MPI_Get(&val, 1, MPI_INT, 1, 0, 1, MPI_INT, win); // RACE

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
