// ranks: 2
// MPI_Waitany completes one of two sends; FIXED stores to the buffer of that one.
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
        for (int i = 0; i < 2; i++)
            MPI_Isend(&data[i], 1, MPI_INT, 1, i, MPI_COMM_WORLD, &requests[i]); // RACE
        int index;
        MPI_Waitany(2, requests, &index, MPI_STATUS_IGNORE);
#ifdef FIXED
        data[index] = 1;
#else
        data[1 - index] = 1; // RACE
#endif
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    } else {
        MPI_Recv(&data[0], 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(&data[1], 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
