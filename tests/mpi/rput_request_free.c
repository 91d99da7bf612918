// ranks: 2
// Freeing the request of a put completes nothing; FIXED flushes before the buffer is used again.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    int window[4] = {0};
    int value = 1;
    MPI_Win win;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(window, sizeof(window), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_lock_all(0, win);

    if (rank == 0) {
        MPI_Rput(&value, 1, MPI_INT, 1, 2, 1, MPI_INT, win, &request); // RACE
        MPI_Request_free(&request);
#ifdef FIXED
        MPI_Win_flush_local(1, win);
#endif
        value = 2; // RACE
    }

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
