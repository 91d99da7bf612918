// ranks: 2
// A child puts into its parent's window; the racy twin reads there before the fence that completes the put.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    int *mem;
    int one = 1;
    MPI_Comm others, all;
    MPI_Win win;

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

    MPI_Win_fence(0, win);
    if (rank == 3)
        MPI_Put(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, win); // RACE
#ifdef FIXED
    MPI_Win_fence(0, win);
#endif
    if (rank == 0)
        printf("%d\n", mem[0]); // RACE
    MPI_Win_fence(0, win);

    MPI_Win_free(&win);
    MPI_Comm_free(&all);
    MPI_Comm_disconnect(&others);
    MPI_Finalize();
    return 0;
}
