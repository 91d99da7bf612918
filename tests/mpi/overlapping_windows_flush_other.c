// ranks: 2
// A Put through one window is followed by a Get through another over the same memory, which alone is flushed; FIXED flushes the first.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    int mem[4] = {0}, out = 1, in = 0;
    MPI_Win win_a, win_b;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(mem, sizeof(mem), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win_a);
    MPI_Win_create(mem, sizeof(mem), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win_b);
    MPI_Win_lock_all(0, win_a);
    MPI_Win_lock_all(0, win_b);

#ifdef FIXED
    MPI_Win flushed = win_a;
#else
    MPI_Win flushed = win_b;
#endif
    if (rank == 0) {
        MPI_Put(&out, 1, MPI_INT, 1, 0, 1, MPI_INT, win_a); // RACE
        MPI_Win_flush(1, flushed);
        MPI_Get(&in, 1, MPI_INT, 1, 0, 1, MPI_INT, win_b); // RACE
    }

    MPI_Win_unlock_all(win_b);
    MPI_Win_unlock_all(win_a);
    MPI_Win_free(&win_b);
    MPI_Win_free(&win_a);

    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
