// ranks: 2
// The origin loads the result of a Get before the closing fence; FIXED loads it after the fence.
#include <mpi.h>
#include <stdio.h>

volatile int sink;

int main(int argc, char **argv)
{
    int rank;
    int *mem;
    int buf = 1;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    for (int i = 0; i < 4; i++)
        mem[i] = 0;
    MPI_Barrier(MPI_COMM_WORLD);

    MPI_Win_fence(MPI_MODE_NOPUT, win);
    if (rank == 0)
        MPI_Get(&buf, 1, MPI_INT, 1, 0, 1, MPI_INT, win); // RACE
#ifdef FIXED
    MPI_Win_fence(0, win);
#endif
    if (rank == 0)
        sink = buf; // RACE
    MPI_Win_fence(0, win);

    MPI_Win_free(&win);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
