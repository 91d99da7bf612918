// ranks: 2
// Making another window waits for all, before the put; FIXED does it after the put.
#include <mpi.h>
#include <stdio.h>

static void synchronise(void)
{
    static int memory;
    MPI_Win other;

    MPI_Win_create(&memory, sizeof(memory), 1, MPI_INFO_NULL, MPI_COMM_WORLD, &other);
    MPI_Win_free(&other);
}

int main(int argc, char **argv)
{
    int rank;
    int window[4] = {0};
    int value = 1;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(window, sizeof(window), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_lock_all(0, win);

#ifndef FIXED
    synchronise();
#endif
    if (rank == 0) {
        MPI_Put(&value, 1, MPI_INT, 1, 2, 1, MPI_INT, win); // RACE
        MPI_Win_flush(1, win);
    }
#ifdef FIXED
    synchronise();
#endif
    if (rank == 1)
        printf("%d\n", window[2]); // RACE

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
