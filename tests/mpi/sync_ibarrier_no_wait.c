// ranks: 2
// The target loads before it has waited for the Ibarrier; FIXED waits first.
#include <mpi.h>
#include <stdio.h>

volatile int sink;

int mem[4];

int main(int argc, char **argv)
{
    int rank;
    int buf = 1;
    MPI_Request req;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(mem, sizeof(mem), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_lock_all(0, win);

    if (rank == 0) {
        MPI_Put(&buf, 1, MPI_INT, 1, 0, 1, MPI_INT, win); // RACE
        MPI_Win_flush(1, win);
    }
    MPI_Ibarrier(MPI_COMM_WORLD, &req);
#ifdef FIXED
    MPI_Wait(&req, MPI_STATUS_IGNORE);
#endif
    if (rank == 1)
        sink = mem[0]; // RACE
#ifndef FIXED
    MPI_Wait(&req, MPI_STATUS_IGNORE);
#endif

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
