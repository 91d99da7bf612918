// ranks: 2
// The sender overwrites the buffer of a pending Isend; FIXED waits first.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    int buf = 1;
    MPI_Request req;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    if (rank == 0) {
        MPI_Isend(&buf, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &req); // RACE
#ifdef FIXED
        MPI_Wait(&req, MPI_STATUS_IGNORE);
#endif
        buf = 2; // RACE
#ifndef FIXED
        MPI_Wait(&req, MPI_STATUS_IGNORE);
#endif
    } else {
        MPI_Recv(&buf, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }

    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
