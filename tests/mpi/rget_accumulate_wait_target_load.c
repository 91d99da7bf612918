// ranks: 2
// Wait completes the fetch of Rget_accumulate but not its update, which races with the load after the barrier; FIXED adds a flush.
#include <mpi.h>
#include <stdio.h>

volatile int sink;

int main(int argc, char **argv)
{
    int rank;
    int *mem;
    int buf = 1, res = 0;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    for (int i = 0; i < 4; i++)
        mem[i] = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);

    if (rank == 0) {
        MPI_Request req;
        MPI_Rget_accumulate(&buf, 1, MPI_INT, &res, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win, &req); // RACE
        MPI_Wait(&req, MPI_STATUS_IGNORE);
        sink = res;
#ifdef FIXED
        MPI_Win_flush(1, win);
#endif
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1)
        sink = mem[0]; // RACE

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
