// ranks: 2
// The owner swaps its own cell by Fetch_and_op (MPI_REPLACE) while another rank writes it by Put; FIXED writes by Accumulate with MPI_REPLACE.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    int mem[4] = {0};
    int buf = 1, res = 0;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(mem, sizeof(mem), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_lock_all(0, win);

    if (rank == 1)
        MPI_Fetch_and_op(&buf, &res, MPI_INT, 1, 0, MPI_REPLACE, win); // RACE
    if (rank == 0) {
#ifdef FIXED
        MPI_Accumulate(&buf, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_REPLACE, win);
#else
        MPI_Put(&buf, 1, MPI_INT, 1, 0, 1, MPI_INT, win); // RACE
#endif
    }

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
