// ranks: 2
// The target stores after the barrier while the Rget is pending; FIXED waits for the request before the barrier.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    int mem[4] = {0};
    int buf = 0;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(mem, sizeof(mem), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_lock_all(0, win);

    MPI_Request req = MPI_REQUEST_NULL;
    if (rank == 0)
        MPI_Rget(&buf, 1, MPI_INT, 1, 0, 1, MPI_INT, win, &req); // RACE
#ifdef FIXED
    MPI_Wait(&req, MPI_STATUS_IGNORE);
#endif
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1)
        mem[0] = 5; // RACE
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
