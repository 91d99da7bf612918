// ranks: 2
// MPI_IN_PLACE: the only buffer of MPI_Iallreduce is stored to; FIXED waits first.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    int data[4] = {0};
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Iallreduce(MPI_IN_PLACE, data, 4, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request); // RACE
#ifdef FIXED
    MPI_Wait(&request, MPI_STATUS_IGNORE);
#endif
    if (rank == 0)
        data[3] = 1; // RACE
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
