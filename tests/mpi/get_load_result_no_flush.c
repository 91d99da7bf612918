// ranks: 2
// The origin loads the result buffer of a pending Get; FIXED completes the Get locally with flush_local first.
#include <mpi.h>
#include <stdio.h>

volatile int sink;

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
        MPI_Get(&buf, 1, MPI_INT, 1, 0, 1, MPI_INT, win); // RACE
#ifdef FIXED
        MPI_Win_flush_local(1, win);
#endif
        sink = buf; // RACE
    }

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
