// ranks: 2
// A pointer into the result buffer, returned by a function, is read while the Get is pending; FIXED flushes first.
#include <mpi.h>
#include <stdio.h>

volatile int sink;

static __attribute__((noinline)) int *element(int *base, int i)
{
    return base + i;
}

int main(int argc, char **argv)
{
    int rank;
    int mem[4] = {0};
    int buf[4] = {0};
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(mem, sizeof(mem), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_lock_all(0, win);

    if (rank == 0) {
        int *p = element(buf, 2);
        MPI_Get(buf, 4, MPI_INT, 1, 0, 4, MPI_INT, win); // RACE
#ifdef FIXED
        MPI_Win_flush(1, win);
#endif
        sink = *p; // RACE
    }

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
