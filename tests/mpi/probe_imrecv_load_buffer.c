// ranks: 2
// The buffer of MPI_Imrecv is loaded; FIXED waits first.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    int value = 1;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Send(&value, 1, MPI_INT, 1, 4, MPI_COMM_WORLD);
    } else {
        MPI_Message message;
        MPI_Mprobe(0, 4, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
        MPI_Imrecv(&value, 1, MPI_INT, &message, &request); // RACE
#ifdef FIXED
        MPI_Wait(&request, MPI_STATUS_IGNORE);
#endif
        printf("%d\n", value); // RACE
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
