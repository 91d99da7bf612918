// ranks: 3
// Two Accumulates of MPI_INT overlap at an odd offset (bytes 0-3 and 2-5), so they are not atomic to each other; FIXED aligns them.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    int mem[4] = {0}, val = 3;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(mem, sizeof(mem), 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_lock_all(0, win);

#ifdef FIXED
    MPI_Aint disp = 0;
#else
    MPI_Aint disp = 2;
#endif
    if (rank == 0)
        MPI_Accumulate(&val, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_PROD, win); // RACE
    if (rank == 2)
        MPI_Accumulate(&val, 1, MPI_INT, 1, disp, 1, MPI_INT, MPI_PROD, win); // RACE

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);

    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
