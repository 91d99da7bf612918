// ranks: 2
// One of two requests is freed: the other one can still be waited for. The racy twin waits too late.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    int sent[2] = {1, 2};
    int received[2];
    MPI_Request requests[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    if (rank == 0) {
        MPI_Isend(&sent[0], 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &requests[0]);
        MPI_Isend(&sent[1], 1, MPI_INT, 1, 1, MPI_COMM_WORLD, &requests[1]); // RACE
        MPI_Request_free(&requests[0]);
#ifdef FIXED
        MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
        sent[1] = 3;
#else
        sent[1] = 3; // RACE
        MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
#endif
    } else {
        MPI_Recv(&received[0], 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(&received[1], 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        printf("%d %d\n", received[0], received[1]);
    }
    MPI_Finalize();
    return 0;
}
