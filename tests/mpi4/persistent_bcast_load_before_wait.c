// ranks: 2
// The buffer of a started MPI_Bcast_init is loaded; FIXED waits first.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    int data[4] = {0};
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Bcast_init(data, 4, MPI_INT, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    for (int i = 0; i < 3; i++) {
        int sum = 0;
        if (rank == 0)
            data[0] = i;
        MPI_Start(&request); // RACE
#ifdef FIXED
        MPI_Wait(&request, MPI_STATUS_IGNORE);
#endif
        if (rank == 1)
            sum += data[0]; // RACE
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        if (rank == 1)
            printf("%d\n", sum);
    }
    MPI_Request_free(&request);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
