// ranks: 2
// MPI_Win_free is a barrier, but not for a window that was made with no_locks (MPI 4.1, 12.2.5).
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    int memory = 0, *data;
    MPI_Win window, other;
    MPI_Info info = MPI_INFO_NULL;
#ifndef FIXED
    MPI_Info_create(&info);
    MPI_Info_set(info, "no_locks", "true");
#endif
    MPI_Win_create(&memory, sizeof memory, sizeof memory, info, MPI_COMM_WORLD, &other);
    MPI_Win_allocate(sizeof *data, sizeof *data, MPI_INFO_NULL, MPI_COMM_WORLD, &data, &window);
    MPI_Win_lock_all(0, window);
    int value = 7;
    if (rank == 0) {
        MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, window); // RACE
        MPI_Win_flush(1, window);
    }
    MPI_Win_free(&other);
    if (rank == 1) {
        MPI_Win_sync(window);
        printf("%d\n", *data); // RACE
    }
    MPI_Win_unlock_all(window);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
