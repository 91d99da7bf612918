// ranks: 2
// The buffer of a persistent send is stored to in the second round; FIXED waits in each.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    int value = 1;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Send_init(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
        MPI_Start(&request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        value = 2;
        MPI_Start(&request); // RACE
#ifdef FIXED
        MPI_Wait(&request, MPI_STATUS_IGNORE);
#endif
        value = 3; // RACE
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Request_free(&request);
    } else {
        MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
