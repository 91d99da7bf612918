// ranks: 3
// Everybody counts in rank 0's part of a shared window, under a lock that is shared; FIXED takes an exclusive one.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    int *mine, *first, unit;
    MPI_Aint size;
    MPI_Win win;
#ifdef FIXED
    int type = MPI_LOCK_EXCLUSIVE;
#else
    int type = MPI_LOCK_SHARED;
#endif

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate_shared(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
    MPI_Win_shared_query(win, 0, &size, &unit, &first);
    mine[0] = 0;
    MPI_Barrier(MPI_COMM_WORLD);

    for (int i = 0; i < 5; i++) {
        MPI_Win_lock(type, 0, 0, win);
        first[0]++; // RACE with itself: RACE
        MPI_Win_unlock(0, win);
    }

    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        printf("%d\n", mine[0]);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
