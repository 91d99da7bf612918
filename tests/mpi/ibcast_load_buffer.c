// ranks: 3
// A rank that is not the root loads the buffer of a pending Ibcast; FIXED waits first.
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

    MPI_Ibcast(&buf, 1, MPI_INT, 0, MPI_COMM_WORLD, &req); // RACE
#ifdef FIXED
    MPI_Wait(&req, MPI_STATUS_IGNORE);
#endif
    if (rank == 2)
        sink = buf; // RACE
#ifndef FIXED
    MPI_Wait(&req, MPI_STATUS_IGNORE);
#endif

    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
