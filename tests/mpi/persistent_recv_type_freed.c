// ranks: 2
// The type of a persistent receive is freed; what it covers is still the buffer. FIXED loads from the gap.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    int data[4] = {0};
    MPI_Datatype type;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_vector(2, 1, 2, MPI_INT, &type);
    MPI_Type_commit(&type);
    if (rank == 0) {
        MPI_Recv_init(data, 1, type, 1, 0, MPI_COMM_WORLD, &request);
        MPI_Type_free(&type);
        MPI_Startall(1, &request); // RACE
#ifdef FIXED
        printf("%d\n", data[1]);
#else
        printf("%d\n", data[2]); // RACE
#endif
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Request_free(&request);
    } else {
        MPI_Send(data, 1, type, 0, 0, MPI_COMM_WORLD);
        MPI_Type_free(&type);
    }
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
