// ranks: 3
// Two origins hold exclusive locks of different windows over the same memory, so their Puts race; FIXED uses one window for both.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    int mem[4] = {0}, buf = 1;
    MPI_Win win_a, win_b;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(mem, sizeof(mem), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win_a);
    MPI_Win_create(mem, sizeof(mem), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win_b);

#ifdef FIXED
    MPI_Win mine = win_a;
#else
    MPI_Win mine = rank == 0 ? win_a : win_b;
#endif
    if (rank != 1) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, mine);
        MPI_Put(&buf, 1, MPI_INT, 1, 0, 1, MPI_INT, mine); // RACE RACE
        MPI_Win_unlock(1, mine);
    }

    MPI_Win_free(&win_b);
    MPI_Win_free(&win_a);

    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
