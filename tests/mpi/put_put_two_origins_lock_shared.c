// ranks: 3
// Two origins put to the same location under shared locks; FIXED uses exclusive locks.
#include <mpi.h>
#include <stdio.h>

int mem[4];

int main(int argc, char **argv)
{
    int rank;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(mem, sizeof(mem), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);

#ifdef FIXED
    int type = MPI_LOCK_EXCLUSIVE;
#else
    int type = MPI_LOCK_SHARED;
#endif
    if (rank != 1) {
        MPI_Win_lock(type, 1, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 1, 0, 1, MPI_INT, win); // RACE RACE
        MPI_Win_unlock(1, win);
    }

    MPI_Win_free(&win);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
