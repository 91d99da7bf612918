// ranks: 2
// Each turn of a loop puts from an array of its own, whose length is known only then. FIXED completes the put before its array goes.
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank;
    long mem[8] = {0};
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(mem, sizeof mem, sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_lock_all(0, win);
    if (rank == 0)
        for (int turn = 0; turn < 2; turn++) {
            long line[argc];
            line[0] = turn; // RACE
            MPI_Put(line, 1, MPI_LONG, 1, turn, 1, MPI_LONG, win); // RACE
#ifdef FIXED
            MPI_Win_flush_local(1, win);
#endif
        }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
