// ranks: 2
// MPI_Put_c: its origin is stored to; FIXED flushes first.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    int mem[16] = {0};
    int data[8] = {0};
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(mem, sizeof(mem), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_lock_all(0, win);

    if (rank == 0) {
        MPI_Count n = 8;
        MPI_Put_c(data, n, MPI_INT, 1, 0, n, MPI_INT, win); // RACE
#ifdef FIXED
        MPI_Win_flush_local(1, win);
#endif
        data[7] = 1; // RACE
    }

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
