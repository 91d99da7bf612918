// ranks: 2
// The target stores through an alias of its window memory kept in a global pointer; FIXED adds a barrier after the flush.
#include <mpi.h>
#include <stdio.h>

int mem[4];

static int *alias;

static __attribute__((noinline)) void touch(void)
{
    *alias = 6; // RACE
}

int main(int argc, char **argv)
{
    int rank;
    int buf = 1;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(mem, sizeof(mem), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_lock_all(0, win);

    alias = &mem[1];
    if (rank == 0) {
        MPI_Put(&buf, 1, MPI_INT, 1, 1, 1, MPI_INT, win); // RACE
        MPI_Win_flush(1, win);
    }
#ifdef FIXED
    MPI_Barrier(MPI_COMM_WORLD);
#endif
    if (rank == 1)
        touch();

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
