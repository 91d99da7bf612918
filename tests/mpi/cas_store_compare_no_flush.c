// ranks: 2
// The origin overwrites the compare buffer of a pending Compare_and_swap; FIXED calls flush_local first.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    int mem[4] = {0};
    int val = 1, cmp = 0, res = 0;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(mem, sizeof(mem), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_lock_all(0, win);

    if (rank == 0) {
        MPI_Compare_and_swap(&val, &cmp, &res, MPI_INT, 1, 0, win); // RACE
#ifdef FIXED
        MPI_Win_flush_local(1, win);
#endif
        cmp = 4; // RACE
    }

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
