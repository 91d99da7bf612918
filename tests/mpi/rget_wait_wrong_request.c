// ranks: 2
// The request of the wrong Rget is waited for before the result is loaded; FIXED waits for the right one.
#include <mpi.h>
#include <stdio.h>

volatile int sink;

int main(int argc, char **argv)
{
    int rank;
    int mem[4] = {0};
    int a = 0, b = 0;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(mem, sizeof(mem), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_lock_all(0, win);

#ifdef FIXED
    int first = 0;
#else
    int first = 1;
#endif
    if (rank == 0) {
        MPI_Request req[2];
        MPI_Rget(&a, 1, MPI_INT, 1, 0, 1, MPI_INT, win, &req[0]); // RACE
        MPI_Rget(&b, 1, MPI_INT, 1, 1, 1, MPI_INT, win, &req[1]);
        MPI_Wait(&req[first], MPI_STATUS_IGNORE);
        sink = a; // RACE
        MPI_Wait(&req[1 - first], MPI_STATUS_IGNORE);
        sink = b;
    }

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
