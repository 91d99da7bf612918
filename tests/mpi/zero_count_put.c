// ranks: 2
// The buffer of a pending Put is overwritten; in FIXED the Put has count 0 and no effect.
#include <mpi.h>
#include <stdio.h>

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

#ifdef FIXED
    int count = 0;
#else
    int count = 1;
#endif
    if (rank == 0) {
        MPI_Put(&buf, count, MPI_INT, 1, 0, count, MPI_INT, win); // RACE
        buf = 2; // RACE
    }

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
