// ranks: 2
// A store three calls deep overwrites the buffer of a pending Put issued two calls deep; FIXED calls flush_local between them.
#include <mpi.h>
#include <stdio.h>

static __attribute__((noinline)) void level3(int *p)
{
    *p = 9; // RACE
}

static __attribute__((noinline)) void level2(int *p)
{
    level3(p);
}

static __attribute__((noinline)) void level1(int *p)
{
    level2(p);
}

static __attribute__((noinline)) void do_put(int *p, int target, MPI_Win win)
{
    MPI_Put(p, 1, MPI_INT, target, 0, 1, MPI_INT, win); // RACE
}

static __attribute__((noinline)) void issue(int *p, int target, MPI_Win win)
{
    do_put(p, target, win);
}

int main(int argc, char **argv)
{
    int rank;
    int *mem;
    int buf = 1;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    for (int i = 0; i < 4; i++)
        mem[i] = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);

    if (rank == 0) {
        issue(&buf, 1, win);
#ifdef FIXED
        MPI_Win_flush_local(1, win);
#endif
        level1(&buf);
    }

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
