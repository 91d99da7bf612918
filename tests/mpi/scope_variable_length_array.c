// ranks: 2
// A function returns whose array of variable length is the buffer of a pending Isend; FIXED waits before.
#include <mpi.h>
#include <stdio.h>

__attribute__((noinline)) static int first(const int *values)
{
    return values[0];
}

__attribute__((noinline)) static void start(int n, MPI_Request *request)
{
    int values[n];

    MPI_Isend(values, n, MPI_INT, 1, 0, MPI_COMM_WORLD, request); // RACE
    first(&n);
#ifdef FIXED
    MPI_Wait(request, MPI_STATUS_IGNORE);
#endif
} // RACE

int main(int argc, char **argv)
{
    int rank;
    int data[500] = {0};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Request request;
    if (rank == 0) {
        start(2 * rank + 500, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
        MPI_Recv(data, 500, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
