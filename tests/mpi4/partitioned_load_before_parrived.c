// ranks: 2
// A partition is loaded that has not been seen to arrive; FIXED asks for that one.
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
        MPI_Psend_init(data, 2, 4, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
        MPI_Start(&request);
        int partitions[2] = {1, 0};
        MPI_Pready_list(2, partitions, request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
        int arrived = 0;
#ifdef FIXED
        int partition = 1;
#else
        int partition = 0;
#endif
        MPI_Precv_init(data, 2, 4, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
        MPI_Start(&request); // RACE
        while (!arrived)
            MPI_Parrived(request, partition, &arrived);
        printf("%d\n", data[5]); // RACE
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Request_free(&request);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
