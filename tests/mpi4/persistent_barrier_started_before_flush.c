// ranks: 2
// A persistent barrier is started before the put is complete; FIXED flushes before the start.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    int mem[16] = {0};
    int value = 1;
    MPI_Request request;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(mem, sizeof(mem), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_lock_all(0, win);

    MPI_Barrier_init(MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    if (rank == 0) {
        MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win); // RACE
#ifdef FIXED
        MPI_Win_flush(1, win);
#endif
    }
    MPI_Start(&request);
    if (rank == 0)
        MPI_Win_flush(1, win);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (rank == 1)
        printf("%d\n", mem[0]); // RACE
    MPI_Request_free(&request);

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
