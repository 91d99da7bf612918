// ranks: 2
// In the other group a process with the root's rank is no root, and its counts mean nothing; FIXED waits before it stores.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    int value = 1, count = 1, displacement = 0;
    MPI_Comm half, both;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, rank, 0, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - rank, 0, &both);

    if (rank == 0) {
        MPI_Igatherv(NULL, 0, MPI_INT, &value, &count, &displacement, MPI_INT, MPI_ROOT, both, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
        MPI_Igatherv(&value, 1, MPI_INT, NULL, NULL, NULL, MPI_INT, 0, both, &request); // RACE
#ifdef FIXED
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        value = 2;
#else
        value = 2; // RACE
        MPI_Wait(&request, MPI_STATUS_IGNORE);
#endif
    }

    printf("%d\n", value);
    MPI_Comm_free(&both);
    MPI_Comm_free(&half);
    MPI_Finalize();
    return 0;
}
