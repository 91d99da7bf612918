// ranks: 2
// MPI_Waitsome completes the receive of what was sent, not the other; FIXED stores to the buffer of that one.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    int data[2] = {0};
    MPI_Request requests[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        int count = 0, indices[2];
        for (int i = 0; i < 2; i++)
            MPI_Irecv(&data[i], 1, MPI_INT, 1, i, MPI_COMM_WORLD, &requests[i]); // RACE
        MPI_Waitsome(2, requests, &count, indices, MPI_STATUSES_IGNORE);
#ifdef FIXED
        data[indices[0]] = 1;
#else
        data[1 - indices[0]] = 1; // RACE
#endif
        MPI_Send(&count, 1, MPI_INT, 1, 2, MPI_COMM_WORLD);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    } else {
        MPI_Send(&data[1], 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
        MPI_Recv(&data[0], 1, MPI_INT, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(&data[0], 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
