// ranks: 2
// unlock_all comes after the barrier, so the Put is still open when the target loads; FIXED calls unlock_all before the barrier.
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

    MPI_Win_lock_all(0, win);
    if (rank == 0)
        MPI_Put(&buf, 1, MPI_INT, 1, 0, 1, MPI_INT, win); // RACE
#ifdef FIXED
    MPI_Win_unlock_all(win);
#endif
    MPI_Barrier(MPI_COMM_WORLD);
#ifndef FIXED
    MPI_Win_unlock_all(win);
#endif
    if (rank == 1)
        sink = mem[0]; // RACE

    MPI_Win_free(&win);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
