// ranks: 2
// MPI_Sendrecv_replace writes window memory while a get of it may be under way; FIXED has a barrier before.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    int mem[16] = {0};
    int value = 1;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(mem, sizeof(mem), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_lock_all(0, win);

    if (rank == 0) {
        MPI_Get(&value, 1, MPI_INT, 1, 2, 1, MPI_INT, win); // RACE
        MPI_Win_flush(1, win);
    }
#ifdef FIXED
    MPI_Barrier(MPI_COMM_WORLD);
#endif
    MPI_Sendrecv_replace(&mem[2], 1, MPI_INT, rank, 0, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); // RACE

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
