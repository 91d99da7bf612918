// ranks: 2
// After flush_local the update part of Fetch_and_op is still open when the target resets the counter; FIXED uses flush.
#include <mpi.h>
#include <stdio.h>

int mem[4];

int main(int argc, char **argv)
{
    int rank;
    int one = 1, res = 0;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(mem, sizeof(mem), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_lock_all(0, win);

    if (rank == 0) {
        MPI_Fetch_and_op(&one, &res, MPI_INT, 1, 0, MPI_SUM, win); // RACE
#ifdef FIXED
        MPI_Win_flush(1, win);
#else
        MPI_Win_flush_local(1, win);
#endif
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1)
        mem[0] = 0; // RACE

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
