// ranks: 2
// Of two Rget_accumulate only the first is waited for before the origin buffer of the second is reused; FIXED waits for the second.
#include <mpi.h>
#include <stdio.h>

int mem[4];

int main(int argc, char **argv)
{
    int rank;
    int buf[2] = {1, 2}, res[2] = {0, 0};
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(mem, sizeof(mem), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_lock_all(0, win);

    if (rank == 0) {
        MPI_Request req[2];
        MPI_Rget_accumulate(&buf[0], 1, MPI_INT, &res[0], 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win, &req[0]);
        MPI_Rget_accumulate(&buf[1], 1, MPI_INT, &res[1], 1, MPI_INT, 1, 1, 1, MPI_INT, MPI_SUM, win, &req[1]); // RACE
#ifdef FIXED
        MPI_Wait(&req[1], MPI_STATUS_IGNORE);
#else
        MPI_Wait(&req[0], MPI_STATUS_IGNORE);
#endif
        buf[1] = 5; // RACE
        MPI_Waitall(2, req, MPI_STATUSES_IGNORE);
    }

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
