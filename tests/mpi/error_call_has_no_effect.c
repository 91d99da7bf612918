// ranks: 2
// A put to a rank that does not exist uses no buffer, one to a rank that does exist does; FIXED makes only the first.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    int window[4] = {0};
    int value = 1;
    MPI_Win win;
    MPI_Request request = MPI_REQUEST_NULL;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(window, sizeof(window), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Win_lock_all(0, win);

    if (rank == 0) {
        int failed = MPI_Put(&value, 1, MPI_INT, 1000, 0, 1, MPI_INT, win) != MPI_SUCCESS;
        value = 2;
        failed += MPI_Isend(&value, 1, MPI_INT, 1000, 0, MPI_COMM_WORLD, &request) != MPI_SUCCESS;
        value = 3;
        printf("%d calls failed\n", failed);
#ifndef FIXED
        MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win); // RACE
#endif
        value = 4; // RACE
    }

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
