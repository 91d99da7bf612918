// ranks: 2
// A vector is destroyed while the Isend of its elements is pending; FIXED waits before.
#include <mpi.h>
#include <vector>

__attribute__((noinline)) static void start_sending(int n, MPI_Request *request)
{
    std::vector<double> values(n, 1.5);
    MPI_Isend(values.data(), n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, request); // RACE
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
        start_sending(100, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
        std::vector<double> values(100);
        MPI_Recv(values.data(), 100, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
