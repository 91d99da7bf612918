// ranks: 3
// MPI_Ineighbor_alltoallw writes where its displacements say; FIXED loads from between.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    int out[4] = {0}, in[4] = {0};
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int size = 3, periodic = 0;
    MPI_Comm line;
    MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &periodic, 0, &line);

    int counts[2] = {1, 1};
    MPI_Aint places[2] = {0, 8};
    MPI_Datatype types[2] = {MPI_INT, MPI_INT};
    MPI_Ineighbor_alltoallw(out, counts, places, types, in, counts, places, types, line, &request); // RACE
    int sum = 0;
    if (rank == 1)
#ifdef FIXED
        sum = in[1];
#else
        sum = in[2]; // RACE
#endif
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    printf("%d\n", sum);
    MPI_Comm_free(&line);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
