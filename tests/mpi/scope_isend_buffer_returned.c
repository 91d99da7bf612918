// ranks: 2
// The buffer of a pending Isend is a local variable of a function that returns; FIXED waits before.
#include <mpi.h>
#include <stdio.h>

__attribute__((noinline)) static void start_sending(int value, MPI_Request *request)
{
    int buffer[4] = {value, value, value, value};
    MPI_Isend(buffer, 4, MPI_INT, 1, 0, MPI_COMM_WORLD, request); // RACE
#ifdef FIXED
    MPI_Wait(request, MPI_STATUS_IGNORE);
#endif
} // RACE

int main(int argc, char **argv)
{
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    if (rank == 0) {
        MPI_Request request;
        start_sending(7, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
        int received[4];
        MPI_Recv(received, 4, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        printf("%d\n", received[3]);
    }

    MPI_Finalize();
    return 0;
}
