// ranks: 2
// The root stores to what MPI_Iscatter sends; FIXED waits first.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    int mine = 1, all[2] = {0};
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Iscatter(all, 1, MPI_INT, &mine, 1, MPI_INT, 0, MPI_COMM_WORLD, &request); // RACE
#ifdef FIXED
    MPI_Wait(&request, MPI_STATUS_IGNORE);
#endif
    if (rank == 0)
        all[1] = 2; // RACE
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
