// ranks: 2
// The target stores after the opening NOPRECEDE fence; FIXED stores before it, and the Put waits for the entry of the target into the fence.
#include <mpi.h>
#include <stdio.h>

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

#ifdef FIXED
    if (rank == 1)
        mem[0] = 5;
#endif
    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    if (rank == 0)
        MPI_Put(&buf, 1, MPI_INT, 1, 0, 1, MPI_INT, win); // RACE
#ifndef FIXED
    if (rank == 1)
        mem[0] = 5; // RACE
#endif
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);

    MPI_Win_free(&win);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
