// ranks: 2
// The buffer of MPI_Irsend is stored to; FIXED waits first.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    int value = 1, token = 0;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Recv(&token, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Irsend(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request); // RACE
#ifdef FIXED
        MPI_Wait(&request, MPI_STATUS_IGNORE);
#endif
        value = 2; // RACE
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
        MPI_Irecv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
        MPI_Send(&token, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
