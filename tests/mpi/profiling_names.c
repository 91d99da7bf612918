// ranks: 2
// A program that calls functions of MPI by their profiling names.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, value = 1, x = 0;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    PMPI_Win_create(&x, sizeof x, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    PMPI_Win_lock_all(0, win);
    if (rank == 0) {
        PMPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win); // RACE
        PMPI_Win_flush(1, win);
    }
#ifdef FIXED
    PMPI_Barrier(MPI_COMM_WORLD);
#endif
    if (rank == 1)
        printf("%d\n", x); // RACE
    PMPI_Win_unlock_all(win);
    PMPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
