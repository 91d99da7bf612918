// ranks: 2
// MPI_Pack writes into the origin of a pending Put; FIXED flushes first.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    int mem[16] = {0};
    char data[16] = {0};
    int value = 3;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(mem, sizeof(mem), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_lock_all(0, win);

    if (rank == 0) {
        int position = 4;
        MPI_Put(data, 8, MPI_BYTE, 1, 0, 8, MPI_BYTE, win); // RACE
#ifdef FIXED
        MPI_Win_flush(1, win);
#endif
        MPI_Pack(&value, 1, MPI_INT, data, sizeof(data), &position, MPI_COMM_WORLD); // RACE
    }

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
