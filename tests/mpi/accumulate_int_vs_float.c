// ranks: 3
// Two origins accumulate with different basic types (int and float) on the same bytes; FIXED uses int in both.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    int *mem;
    int ival = 1;
#ifndef FIXED
    float fval = 1.0f;
#endif
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    for (int i = 0; i < 4; i++)
        mem[i] = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);

    if (rank == 0)
        MPI_Accumulate(&ival, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win); // RACE
    if (rank == 2) {
#ifdef FIXED
        MPI_Accumulate(&ival, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win);
#else
        MPI_Accumulate(&fval, 1, MPI_FLOAT, 1, 0, 1, MPI_FLOAT, MPI_SUM, win); // RACE
#endif
    }

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
