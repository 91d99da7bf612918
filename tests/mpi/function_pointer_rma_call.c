// ranks: 2
// The Get is issued in a function called through a pointer, and its result loaded at once; FIXED flushes first.
#include <mpi.h>
#include <stdio.h>

volatile int sink;

typedef void (*issue_fn)(int *, int, MPI_Win);

static void fetch(int *p, int target, MPI_Win win)
{
    MPI_Get(p, 1, MPI_INT, target, 0, 1, MPI_INT, win); // RACE
}

int main(int argc, char **argv)
{
    int rank;
    int mem[4] = {0};
    int buf = 0;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(mem, sizeof(mem), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_lock_all(0, win);

    issue_fn issue = rank == 0 ? fetch : NULL;
    if (issue) {
        issue(&buf, 1, win);
#ifdef FIXED
        MPI_Win_flush(1, win);
#endif
        sink = buf; // RACE
    }

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
