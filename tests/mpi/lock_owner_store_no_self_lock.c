// ranks: 2
// The owner stores to its window without a lock while another rank puts under an exclusive lock; FIXED locks itself exclusively.
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

    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
        MPI_Put(&buf, 1, MPI_INT, 1, 0, 1, MPI_INT, win); // RACE
        MPI_Win_unlock(1, win);
    } else {
#ifdef FIXED
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
#endif
        mem[0] = 5; // RACE
#ifdef FIXED
        MPI_Win_unlock(1, win);
#endif
    }

    MPI_Win_free(&win);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
