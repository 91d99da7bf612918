// ranks: 2
// One process stores atomically into a shared window, the other one loads without that; FIXED accesses it atomically on both sides.
#include <mpi.h>
#include <stdatomic.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, unit, *mine, seen = 0;
    MPI_Aint bytes;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate_shared(rank == 0 ? 64 : 0, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
    MPI_Win_shared_query(win, 0, &bytes, &unit, &mine);
    atomic_int *flag = (atomic_int *)mine;
    if (rank == 0)
        atomic_init(flag, 0);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        atomic_store(flag, 1); // RACE
    } else {
#ifdef FIXED
        seen = atomic_load(flag);
        atomic_fetch_add(flag, 2);
#else
        seen = *mine; // RACE
#endif
    }
    MPI_Barrier(MPI_COMM_WORLD);
    printf("%d\n", seen);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
