// ranks: 2
// Buffers are used again as their requests complete, in whatever order; the racy twin takes the next buffer in turn.
#include <mpi.h>
#include <stdio.h>

#define BUFFERS 3
#define STEPS 12

int main(int argc, char **argv)
{
    int rank;
    int *mem;
    int buf[BUFFERS] = {0};
    MPI_Request requests[BUFFERS];
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(STEPS * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    MPI_Win_lock_all(0, win);

    for (int i = 0; i < STEPS; i++) {
        int free = i;
        if (i >= BUFFERS)
            MPI_Waitany(BUFFERS, requests, &free, MPI_STATUS_IGNORE);
#ifdef FIXED
        buf[free] = i;
#else
        buf[i == STEPS - 1 ? (free + 1) % BUFFERS : free] = i; // RACE
#endif
        MPI_Rput(&buf[free], 1, MPI_INT, 1 - rank, i, 1, MPI_INT, win, &requests[free]); // RACE
    }
    MPI_Waitall(BUFFERS, requests, MPI_STATUSES_IGNORE);

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
