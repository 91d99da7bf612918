// ranks: 2
// An array is deleted while the Isend of its elements is pending; FIXED waits before.
#include <mpi.h>

__attribute__((noinline)) static void start_sending(int n, MPI_Request *request)
{
    double *values = new double[n]();
    MPI_Isend(values, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, request); // RACE
#ifdef FIXED
    MPI_Wait(request, MPI_STATUS_IGNORE);
#endif
    delete[] values; // RACE
}

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Request request;
        start_sending(100, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
        double values[100];
        MPI_Recv(values, 100, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
