// ranks: 2
// Waitall covers only the first of two Rputs, then the buffer of the second is reused; FIXED waits for both.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    int *mem;
    int buf[2] = {1, 2};
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    for (int i = 0; i < 4; i++)
        mem[i] = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);

#ifdef FIXED
    int n = 2;
#else
    int n = 1;
#endif
    if (rank == 0) {
        MPI_Request req[2];
        MPI_Rput(&buf[0], 1, MPI_INT, 1, 0, 1, MPI_INT, win, &req[0]);
        MPI_Rput(&buf[1], 1, MPI_INT, 1, 1, 1, MPI_INT, win, &req[1]); // RACE
        MPI_Waitall(n, req, MPI_STATUSES_IGNORE);
        buf[0] = 5;
        buf[1] = 6; // RACE
        MPI_Wait(&req[1], MPI_STATUS_IGNORE);
    }

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
