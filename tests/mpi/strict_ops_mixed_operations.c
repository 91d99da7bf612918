// ranks: 2
// Different operations meet where the default of accumulate_ops is taken to the letter; FIXED uses one.
// strict: ops
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    int mem[16] = {0};
    int value = 1;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(mem, sizeof(mem), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_lock_all(0, win);

#ifdef FIXED
    MPI_Op op = MPI_SUM;
#else
    MPI_Op op = rank == 0 ? MPI_SUM : MPI_MAX;
#endif
    if (rank == 0)
        MPI_Accumulate(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, op, win); // RACE
    else
        MPI_Accumulate(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, op, win); // RACE

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
