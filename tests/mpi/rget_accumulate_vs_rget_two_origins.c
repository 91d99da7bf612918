// ranks: 3
// A plain Rget races with the Rget_accumulate of another origin; FIXED orders them by wait, flush and barrier.
#include <mpi.h>
#include <stdio.h>

volatile int sink;

int mem[4];

int main(int argc, char **argv)
{
    int rank;
    int buf = 1, res = 0;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(mem, sizeof(mem), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_lock_all(0, win);

    MPI_Request req = MPI_REQUEST_NULL;
    if (rank == 0) {
        MPI_Rget_accumulate(&buf, 1, MPI_INT, &res, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win, &req); // RACE
        MPI_Wait(&req, MPI_STATUS_IGNORE);
#ifdef FIXED
        MPI_Win_flush(1, win);
#endif
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 2) {
        MPI_Rget(&res, 1, MPI_INT, 1, 0, 1, MPI_INT, win, &req); // RACE
        MPI_Wait(&req, MPI_STATUS_IGNORE);
        sink = res;
    }

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
