// ranks: 2
// The receiver loads the buffer of a pending Irecv; FIXED waits first.
#include <mpi.h>
#include <stdio.h>

volatile int sink;

int main(int argc, char **argv)
{
    int rank;
    int buf = 1;
    MPI_Request req;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    if (rank == 1) {
        MPI_Irecv(&buf, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &req); // RACE
#ifdef FIXED
        MPI_Wait(&req, MPI_STATUS_IGNORE);
#endif
        sink = buf; // RACE
#ifndef FIXED
        MPI_Wait(&req, MPI_STATUS_IGNORE);
#endif
    } else {
        MPI_Send(&buf, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    }

    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
