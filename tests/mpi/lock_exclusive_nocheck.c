// ranks: 3
// Exclusive locks with MPI_MODE_NOCHECK exclude nobody, so the Puts of two origins race; FIXED does not assert NOCHECK.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    int mem[4] = {0};
    int buf = 1;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(mem, sizeof(mem), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);

#ifdef FIXED
    int mode = 0;
#else
    int mode = MPI_MODE_NOCHECK;
#endif
    if (rank != 1) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, mode, win);
        MPI_Put(&buf, 1, MPI_INT, 1, 0, 1, MPI_INT, win); // RACE RACE
        MPI_Win_unlock(1, win);
    }

    MPI_Win_free(&win);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
