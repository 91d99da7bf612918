// ranks: 2
// MPI_INT meets MPI_INT32_T where the same predefined type is asked for; FIXED uses one.
// strict: types
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
    MPI_Datatype type = MPI_INT;
#else
    MPI_Datatype type = rank == 0 ? MPI_INT : MPI_INT32_T;
#endif
    if (rank == 0)
        MPI_Accumulate(&value, 1, type, 1, 0, 1, type, MPI_SUM, win); // RACE
    else
        MPI_Accumulate(&value, 1, type, 1, 0, 1, type, MPI_SUM, win); // RACE

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
