// ranks: 2
// MPI_Isendrecv: what it sends is stored to; FIXED waits first.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    int out = 1, in = 0;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Isendrecv(&out, 1, MPI_INT, 1 - rank, 0, &in, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &request); // RACE
#ifdef FIXED
    MPI_Wait(&request, MPI_STATUS_IGNORE);
#endif
    if (rank == 0)
        out = 2; // RACE
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
