// ranks: 2
// Wait on the first Rput does not complete it at the target, so a second Rput to the same location races; FIXED flushes.
#include <mpi.h>
#include <stdio.h>

int mem[4];

int main(int argc, char **argv)
{
    int rank;
    int buf = 1;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(mem, sizeof(mem), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_lock_all(0, win);

    if (rank == 0) {
        MPI_Request req;
        MPI_Rput(&buf, 1, MPI_INT, 1, 0, 1, MPI_INT, win, &req); // RACE
        MPI_Wait(&req, MPI_STATUS_IGNORE);
#ifdef FIXED
        MPI_Win_flush(1, win);
#endif
        buf = 2;
        MPI_Rput(&buf, 1, MPI_INT, 1, 0, 1, MPI_INT, win, &req); // RACE
        MPI_Wait(&req, MPI_STATUS_IGNORE);
    }

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
