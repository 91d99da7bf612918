// ranks: 2
// A Put after an Accumulate of the same origin has no delivery order; FIXED uses Accumulate with MPI_REPLACE, which has.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    int *mem;
    int a = 1, b = 2;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    for (int i = 0; i < 4; i++)
        mem[i] = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);

    if (rank == 0) {
        MPI_Accumulate(&a, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win); // RACE
#ifdef FIXED
        MPI_Accumulate(&b, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_REPLACE, win);
#else
        MPI_Put(&b, 1, MPI_INT, 1, 0, 1, MPI_INT, win); // RACE
#endif
    }

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
