// ranks: 2
// A process says a thousand times how far it is before the other one looks, which may use what was there by then and no more.
#define _DEFAULT_SOURCE
#include <mpi.h>
#include <unistd.h>

#define STEPS 1000

int main(int argc, char **argv)
{
    int rank, seen = 0;
    int *mem;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    mem[0] = mem[1] = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);

    if (rank == 0) {
#ifdef FIXED
        int out = 1;
        MPI_Put(&out, 1, MPI_INT, 1, 1, 1, MPI_INT, win);
        MPI_Win_flush(1, win);
#endif
        for (int step = 1; step <= STEPS; step++) {
            MPI_Accumulate(&step, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_REPLACE, win);
            MPI_Win_flush(1, win);
        }
#ifndef FIXED
        int out = 1;
        MPI_Put(&out, 1, MPI_INT, 1, 1, 1, MPI_INT, win); // RACE
        MPI_Win_flush(1, win);
#endif
    } else {
        usleep(200000);
        while (seen < STEPS) {
            MPI_Fetch_and_op(NULL, &seen, MPI_INT, 1, 0, MPI_NO_OP, win);
            MPI_Win_flush(1, win);
        }
        mem[1]++; // RACE
    }

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
