// ranks: 3
// An atomic read as long (MPI_NO_OP) overlaps an atomic update as int; FIXED reads as int.
#include <mpi.h>
#include <stdio.h>

#ifdef FIXED
typedef int rd_t;
#define RD_TYPE MPI_INT
#else
typedef long rd_t;
#define RD_TYPE MPI_LONG
#endif

int main(int argc, char **argv)
{
    int rank;
    long mem[2] = {0, 0};
    rd_t dummy = 0, res = 0;
    int inc = 1;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(mem, sizeof(mem), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_lock_all(0, win);

    if (rank == 0)
        MPI_Get_accumulate(&dummy, 1, RD_TYPE, &res, 1, RD_TYPE, 1, 0, 1, RD_TYPE, MPI_NO_OP, win); // RACE
    if (rank == 2)
        MPI_Accumulate(&inc, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win); // RACE

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);

    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
