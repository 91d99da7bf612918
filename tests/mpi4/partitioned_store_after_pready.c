// ranks: 2
// A partition is stored to after MPI_Pready has given it away; FIXED stores to one that is not ready yet.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    int data[8] = {0};
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Psend_init(data, 4, 2, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
        MPI_Start(&request);
        MPI_Pready(0, request); // RACE
#ifdef FIXED
        data[2] = 5;
#else
        data[1] = 5; // RACE
#endif
        MPI_Pready_range(1, 3, request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        data[1] = 6;
    } else {
        MPI_Precv_init(data, 4, 2, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
        MPI_Start(&request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        printf("%d\n", data[7]);
    }
    MPI_Request_free(&request);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
