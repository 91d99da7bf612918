// ranks: 3
// A put to rank 0 and a load of that memory by rank 1 through its pointer; FIXED flushes, then a message.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    int *mine, *first, unit;
    MPI_Aint size;
    int value = 1;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate_shared(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
    MPI_Win_shared_query(win, 0, &size, &unit, &first);
    MPI_Win_lock_all(0, win);

    if (rank == 2) {
        MPI_Put(&value, 1, MPI_INT, 0, 2, 1, MPI_INT, win); // RACE
        MPI_Win_flush(0, win);
#ifdef FIXED
        MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
#endif
    }
    if (rank == 1) {
#ifdef FIXED
        MPI_Recv(&value, 1, MPI_INT, 2, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
#endif
        printf("%d\n", first[2]); // RACE
    }

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
