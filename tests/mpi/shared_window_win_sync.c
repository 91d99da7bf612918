// ranks: 2
// A relaxed flag in a shared window, and memory barriers around it: MPI_Win_sync is one (MPI 4.1, 12.7). Without FIXED, the reader forgets it.
#include <mpi.h>
#include <stdatomic.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, unit;
    MPI_Aint bytes;
    MPI_Win win;
    struct {
        atomic_int ready;
        double value;
    } *cell;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate_shared(rank == 0 ? sizeof *cell : 0, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &cell, &win);
    MPI_Win_shared_query(win, 0, &bytes, &unit, &cell);
    MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
    if (rank == 0)
        atomic_init(&cell->ready, 0);
    MPI_Win_sync(win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        cell->value = 3.5; // RACE
        MPI_Win_sync(win);
        atomic_store_explicit(&cell->ready, 1, memory_order_relaxed);
    } else {
        while (atomic_load_explicit(&cell->ready, memory_order_relaxed) == 0) {
        }
#ifdef FIXED
        MPI_Win_sync(win);
#endif
        printf("%g\n", cell->value); // RACE
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
