// ranks: 4
// In a chain of messages over four ranks the third rank sends before it receives; FIXED receives first.
#include <mpi.h>
#include <stdio.h>

volatile int sink;

int main(int argc, char **argv)
{
    int rank;
    int *mem;
    int buf = 1, token = 0;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    for (int i = 0; i < 4; i++)
        mem[i] = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);

    if (rank == 0) {
        MPI_Put(&buf, 1, MPI_INT, 3, 0, 1, MPI_INT, win); // RACE
        MPI_Win_flush(3, win);
    }
#ifndef FIXED
    if (rank == 2)
        MPI_Send(&token, 1, MPI_INT, 3, 0, MPI_COMM_WORLD);
#endif
    if (rank > 0)
        MPI_Recv(&token, 1, MPI_INT, rank - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
#ifdef FIXED
    if (rank == 2)
        MPI_Send(&token, 1, MPI_INT, 3, 0, MPI_COMM_WORLD);
#endif
    if (rank < 2)
        MPI_Send(&token, 1, MPI_INT, rank + 1, 0, MPI_COMM_WORLD);
    if (rank == 3)
        sink = mem[0]; // RACE

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
