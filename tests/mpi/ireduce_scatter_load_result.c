// ranks: 2
// The result of MPI_Ireduce_scatter is loaded; FIXED waits first.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    int data[3] = {0}, result[2] = {0};
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int counts[2] = {1, 2};
    MPI_Ireduce_scatter(data, result, counts, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request); // RACE
#ifdef FIXED
    MPI_Wait(&request, MPI_STATUS_IGNORE);
#endif
    if (rank == 1)
        printf("%d\n", result[1]); // RACE
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
