// ranks: 2
// What MPI_Iscan reads is stored to; FIXED waits first.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    int mine = 1, sum = 0;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Iscan(&mine, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request); // RACE
#ifdef FIXED
    MPI_Wait(&request, MPI_STATUS_IGNORE);
#endif
    if (rank == 1)
        mine = 2; // RACE
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
