// ranks: 2
// The message that is probed and received was sent before the flush; FIXED sends it after the flush.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    int window[4] = {0};
    int value = 1, note = 0;
    MPI_Win win;
    MPI_Message message;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(window, sizeof(window), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_lock_all(0, win);

    if (rank == 0) {
        MPI_Put(&value, 1, MPI_INT, 1, 2, 1, MPI_INT, win); // RACE
#ifndef FIXED
        MPI_Send(&note, 0, MPI_INT, 1, 4, MPI_COMM_WORLD);
#endif
        MPI_Win_flush(1, win);
#ifdef FIXED
        MPI_Send(&note, 0, MPI_INT, 1, 4, MPI_COMM_WORLD);
#endif
    } else {
        MPI_Mprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
        MPI_Mrecv(&note, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
        printf("%d\n", window[2]); // RACE
    }

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
