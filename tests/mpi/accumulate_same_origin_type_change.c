// ranks: 2
// Two Accumulates of one origin with different types have no delivery order; FIXED flushes between them.
#include <mpi.h>
#include <stdio.h>

int mem[4];

int main(int argc, char **argv)
{
    int rank;
    int ival = 1;
    float fval = 1.0f;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(mem, sizeof(mem), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_lock_all(0, win);

    if (rank == 0) {
        MPI_Accumulate(&ival, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_REPLACE, win); // RACE
#ifdef FIXED
        MPI_Win_flush(1, win);
#endif
        MPI_Accumulate(&fval, 1, MPI_FLOAT, 1, 0, 1, MPI_FLOAT, MPI_REPLACE, win); // RACE
    }

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
