// ranks: 2
// MPI_Igatherv writes where counts and displacements say; FIXED loads from between.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    int mine = 1, all[4] = {0};
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int counts[2] = {1, 1}, places[2] = {0, 2};
    MPI_Igatherv(&mine, 1, MPI_INT, all, counts, places, MPI_INT, 0, MPI_COMM_WORLD, &request); // RACE
    int sum = 0;
    if (rank == 0)
#ifdef FIXED
        sum = all[1];
#else
        sum = all[2]; // RACE
#endif
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    printf("%d\n", sum);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
