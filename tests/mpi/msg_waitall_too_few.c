// ranks: 3
// The target waits only for the message of a bystander and not for that of the origin; FIXED waits for both.
#include <mpi.h>
#include <stdio.h>

volatile int sink;

int main(int argc, char **argv)
{
    int rank;
    int *mem;
    int buf = 1, token[2] = {0, 0};
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    for (int i = 0; i < 4; i++)
        mem[i] = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);

#ifdef FIXED
    int n = 2;
#else
    int n = 1;
#endif
    if (rank == 0) {
        MPI_Put(&buf, 1, MPI_INT, 1, 0, 1, MPI_INT, win); // RACE
        MPI_Win_flush(1, win);
    }
    if (rank == 1) {
        MPI_Request req[2];
        MPI_Irecv(&token[0], 1, MPI_INT, 2, 0, MPI_COMM_WORLD, &req[0]);
        MPI_Irecv(&token[1], 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &req[1]);
        MPI_Waitall(n, req, MPI_STATUSES_IGNORE);
        sink = mem[0]; // RACE
        MPI_Wait(&req[1], MPI_STATUS_IGNORE);
    } else {
        MPI_Send(&token[0], 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    }

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
