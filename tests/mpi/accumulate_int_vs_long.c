// ranks: 3
// Two origins accumulate overlapping bytes, one as int and one as long; FIXED uses long in both.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    long mem[2] = {0, 0}, lval = 1;
#ifndef FIXED
    int ival = 1;
#endif
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(mem, sizeof(mem), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_lock_all(0, win);

    if (rank == 0) {
#ifdef FIXED
        MPI_Accumulate(&lval, 1, MPI_LONG, 1, 0, 1, MPI_LONG, MPI_SUM, win);
#else
        MPI_Accumulate(&ival, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win); // RACE
#endif
    }
    if (rank == 2)
        MPI_Accumulate(&lval, 1, MPI_LONG, 1, 0, 1, MPI_LONG, MPI_SUM, win); // RACE

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);

    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
