// ranks: 2
// MPI_Ialltoallv_c reads where its counts and displacements say; FIXED stores into the gap.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    int out[4] = {0}, in[4] = {0};
    MPI_Count counts[2] = {1, 1};
    MPI_Aint displacements[2] = {0, 2};
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Ialltoallv_c(out, counts, displacements, MPI_INT, in, counts, displacements, MPI_INT, MPI_COMM_WORLD, &request); // RACE
    if (rank == 0)
#ifdef FIXED
        out[1] = 3;
#else
        out[2] = 3; // RACE
#endif
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
