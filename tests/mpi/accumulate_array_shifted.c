// ranks: 2
// Accumulates of 2 ints at bytes 0-7 and 1-8 overlap but do not coincide element by element; FIXED shifts by a whole element.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    int mem[4] = {0}, val[2] = {3, 3};
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(mem, sizeof(mem), 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_lock_all(0, win);

#ifdef FIXED
    MPI_Aint disp = sizeof(int);
#else
    MPI_Aint disp = 1;
#endif
    if (rank == 0)
        MPI_Accumulate(val, 2, MPI_INT, 1, 0, 2, MPI_INT, MPI_PROD, win); // RACE
    if (rank == 1)
        MPI_Accumulate(val, 2, MPI_INT, 1, disp, 2, MPI_INT, MPI_PROD, win); // RACE

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);

    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
