// ranks: 2
// A plain Get after an Accumulate (MPI_REPLACE) of the same origin is unordered; FIXED reads by Get_accumulate with MPI_NO_OP.
#include <mpi.h>
#include <stdio.h>

volatile int sink;

int main(int argc, char **argv)
{
    int rank;
    int mem[4] = {0};
    int a = 1, b = 0;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(mem, sizeof(mem), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_lock_all(0, win);

    if (rank == 0) {
        MPI_Accumulate(&a, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_REPLACE, win); // RACE
#ifdef FIXED
        MPI_Get_accumulate(&a, 1, MPI_INT, &b, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_NO_OP, win);
#else
        MPI_Get(&b, 1, MPI_INT, 1, 0, 1, MPI_INT, win); // RACE
#endif
        MPI_Win_flush(1, win);
        sink = b;
    }

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
