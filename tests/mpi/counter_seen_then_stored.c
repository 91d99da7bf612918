// ranks: 3
// Everybody adds to a counter of rank 0, which may store to it again when it has read that all have come, though only they know of
// their flushes; the racy twin waits for rank 1 alone, and rank 2 begins only after that.
#include <mpi.h>
#include <stddef.h>

static void await(int awaited, MPI_Win win)
{
    int seen = 0;
    while (seen < awaited) {
        MPI_Fetch_and_op(NULL, &seen, MPI_INT, 0, 0, MPI_NO_OP, win);
        MPI_Win_flush(0, win);
    }
}

int main(int argc, char **argv)
{
    int rank;
    int *mem;
    int one = 1;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    mem[0] = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);

    if (rank == 2) {
        MPI_Recv(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    if (rank > 0) {
        MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win); // RACE
        MPI_Win_flush(0, win);
    } else {
        await(1, win);
        MPI_Send(NULL, 0, MPI_INT, 2, 0, MPI_COMM_WORLD);
#ifdef FIXED
        await(2, win);
#endif
        mem[0] = 0; // RACE
    }

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
