// ranks: 2
// Two pending Irecvs share one buffer; FIXED gives each its own.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    int buf[2] = {1, 2};
    MPI_Request req[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

#ifdef FIXED
    int *second = &buf[1];
#else
    int *second = &buf[0];
#endif
    if (rank == 1) {
        MPI_Irecv(&buf[0], 1, MPI_INT, 0, 1, MPI_COMM_WORLD, &req[0]); // RACE
        MPI_Irecv(second, 1, MPI_INT, 0, 2, MPI_COMM_WORLD, &req[1]); // RACE
        MPI_Waitall(2, req, MPI_STATUSES_IGNORE);
    } else {
        MPI_Send(&buf[0], 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
        MPI_Send(&buf[1], 1, MPI_INT, 1, 2, MPI_COMM_WORLD);
    }

    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
