// ranks: 2
// A parent waits for a flag that a child sets by an atomic operation; the racy twin sets it before its put is complete.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    int *mem;
    int one = 1;
    MPI_Comm others, all;
    MPI_Win win;
    int seen = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_get_parent(&others);
    int spawned = others != MPI_COMM_NULL;
    if (!spawned)
        MPI_Comm_spawn(argv[0], MPI_ARGV_NULL, 2, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &others, MPI_ERRCODES_IGNORE);
    MPI_Intercomm_merge(others, spawned, &all);
    MPI_Comm_rank(all, &rank); // 0 and 1 are the parents, 2 and 3 the children
    MPI_Win_allocate(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, all, &mem, &win);
    mem[0] = mem[1] = 0;
    MPI_Barrier(all);

    MPI_Win_lock_all(0, win);
    if (rank == 3) {
        MPI_Put(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, win); // RACE
#ifdef FIXED
        MPI_Win_flush(0, win);
#endif
        MPI_Accumulate(&one, 1, MPI_INT, 0, 1, 1, MPI_INT, MPI_REPLACE, win);
        MPI_Win_flush(0, win);
    }
    while (rank == 0 && seen == 0) {
        MPI_Fetch_and_op(NULL, &seen, MPI_INT, 0, 1, MPI_NO_OP, win);
        MPI_Win_flush(0, win);
    }
    if (rank == 0)
        printf("%d\n", mem[0]); // RACE
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Comm_free(&all);
    MPI_Comm_disconnect(&others);
    MPI_Finalize();
    return 0;
}
