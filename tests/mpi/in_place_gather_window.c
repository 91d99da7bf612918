// ranks: 2
// MPI_Gather with MPI_IN_PLACE writes the root's window while a Put into it is pending; FIXED flushes before and a barrier tells so.
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

    if (rank == 1) {
        MPI_Put(&value, 1, MPI_INT, 0, 1, 1, MPI_INT, win); // RACE
#ifdef FIXED
        MPI_Win_flush(0, win);
#endif
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        MPI_Gather(MPI_IN_PLACE, 1, MPI_INT, mem, 1, MPI_INT, 0, MPI_COMM_WORLD); // RACE
    else
        MPI_Gather(&value, 1, MPI_INT, NULL, 0, MPI_INT, 0, MPI_COMM_WORLD);

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
