// ranks: 2
// The origin overwrites the buffer of an Rput before the request is waited for; FIXED waits first.
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
    MPI_Win_lock_all(0, win);

    if (rank == 0) {
        MPI_Request req;
        MPI_Rput(&buf, 1, MPI_INT, 1, 0, 1, MPI_INT, win, &req); // RACE
#ifdef FIXED
        MPI_Wait(&req, MPI_STATUS_IGNORE);
#endif
        buf = 2; // RACE
#ifndef FIXED
        MPI_Wait(&req, MPI_STATUS_IGNORE);
#endif
    }

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
