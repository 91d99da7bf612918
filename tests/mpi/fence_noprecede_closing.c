// ranks: 2
// The fence after the Put wrongly asserts NOPRECEDE and completes nothing; FIXED asserts nothing there.
#include <mpi.h>
#include <stdio.h>

volatile int sink;

int mem[4];

int main(int argc, char **argv)
{
    int rank;
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
    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Put(&buf, 1, MPI_INT, 1, 0, 1, MPI_INT, win); // RACE
    MPI_Win_fence(mode, win);
    if (rank == 1)
        sink = mem[0]; // RACE
    MPI_Win_fence(0, win);

    MPI_Win_free(&win);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
