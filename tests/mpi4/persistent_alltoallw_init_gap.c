// ranks: 2
// A started MPI_Alltoallw_init writes where its types and displacements say; FIXED loads from the gap.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    int out[4] = {0}, in[4] = {0}, counts[2] = {1, 1}, displacements[2] = {0, 8};
    MPI_Datatype types[2] = {MPI_INT, MPI_INT};
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Alltoallw_init(out, counts, displacements, types, in, counts, displacements, types, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    MPI_Start(&request); // RACE
#ifdef FIXED
    int sum = in[1];
#else
    int sum = in[2]; // RACE
#endif
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    printf("%d\n", sum);
    MPI_Request_free(&request);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
