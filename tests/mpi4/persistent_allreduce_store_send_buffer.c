// ranks: 2
// The send buffer of a started MPI_Allreduce_init is stored to; FIXED waits first.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    int mine = 1, sum = 0;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Allreduce_init(&mine, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    for (int i = 0; i < 3; i++) {
        MPI_Startall(1, &request); // RACE
#ifdef FIXED
        MPI_Waitall(1, &request, MPI_STATUSES_IGNORE);
#endif
        if (rank == 0)
            mine = i; // RACE
        MPI_Waitall(1, &request, MPI_STATUSES_IGNORE);
    }
    MPI_Request_free(&request);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
