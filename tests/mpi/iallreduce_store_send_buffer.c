// ranks: 2
// A rank overwrites the input of a pending Iallreduce; FIXED waits first.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    int in = 1, out = 0;
    MPI_Request req;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    MPI_Iallreduce(&in, &out, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &req); // RACE
#ifdef FIXED
    MPI_Wait(&req, MPI_STATUS_IGNORE);
#endif
    in = 3; // RACE
#ifndef FIXED
    MPI_Wait(&req, MPI_STATUS_IGNORE);
#endif

    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
