// ranks: 4
// A barrier on the rows of a grid, before the put; FIXED has it after the put.
#include <mpi.h>
#include <stdio.h>

static void synchronise(void)
{
    int sizes[2] = {2, 2}, periods[2] = {0, 0}, rows[2] = {0, 1};
    static MPI_Comm row = MPI_COMM_NULL;
    MPI_Comm grid;

    MPI_Cart_create(MPI_COMM_WORLD, 2, sizes, periods, 0, &grid);
    MPI_Cart_sub(grid, rows, &row);
    MPI_Comm_free(&grid);
    MPI_Barrier(row);
    MPI_Comm_free(&row);
}

int main(int argc, char **argv)
{
    int rank;
    int window[4] = {0};
    int value = 1;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(window, sizeof(window), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_lock_all(0, win);

#ifndef FIXED
    synchronise();
#endif
    if (rank == 0) {
        MPI_Put(&value, 1, MPI_INT, 1, 2, 1, MPI_INT, win); // RACE
        MPI_Win_flush(1, win);
    }
#ifdef FIXED
    synchronise();
#endif
    if (rank == 1)
        printf("%d\n", window[2]); // RACE

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
