// ranks: 3
// lock_all is a shared lock, so its Put races with a Put under a shared lock; FIXED takes that one exclusively.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    int *mem;
    int buf = 1;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    for (int i = 0; i < 4; i++)
        mem[i] = 0;
    MPI_Barrier(MPI_COMM_WORLD);

#ifdef FIXED
    int type = MPI_LOCK_EXCLUSIVE;
#else
    int type = MPI_LOCK_SHARED;
#endif
    if (rank == 0) {
        MPI_Win_lock_all(0, win);
        MPI_Put(&buf, 1, MPI_INT, 1, 0, 1, MPI_INT, win); // RACE
        MPI_Win_unlock_all(win);
    }
    if (rank == 2) {
        MPI_Win_lock(type, 1, 0, win);
        MPI_Put(&buf, 1, MPI_INT, 1, 0, 1, MPI_INT, win); // RACE
        MPI_Win_unlock(1, win);
    }

    MPI_Win_free(&win);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
