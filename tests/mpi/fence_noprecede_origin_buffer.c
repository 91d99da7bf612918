// ranks: 2
// The fence after the Accumulate wrongly asserts NOPRECEDE, so the buffer of the origin is still in use; FIXED asserts nothing there.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    int mem[4] = {0};
    int buf = 1;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(mem, sizeof(mem), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);

#ifdef FIXED
    int mode = 0;
#else
    int mode = MPI_MODE_NOPRECEDE;
#endif
    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    if (rank == 0)
        MPI_Accumulate(&buf, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win); // RACE
    MPI_Win_fence(mode, win);
    if (rank == 0)
        buf = 2; // RACE
    MPI_Win_fence(0, win);

    MPI_Win_free(&win);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
