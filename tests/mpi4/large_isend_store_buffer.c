// ranks: 2
// MPI_Isend_c: its buffer is stored to; FIXED waits first.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    int data[4] = {0};
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Isend_c(data, 4, MPI_INT, 1, 0, MPI_COMM_WORLD, &request); // RACE
#ifdef FIXED
        MPI_Wait(&request, MPI_STATUS_IGNORE);
#endif
        data[2] = 3; // RACE
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
        MPI_Recv_c(data, 4, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
