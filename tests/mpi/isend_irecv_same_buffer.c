// ranks: 2
// A pending Isend and a pending Irecv share one buffer; FIXED receives into another.
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
    int *in = &buf[1];
#else
    int *in = &buf[0];
#endif
    MPI_Isend(&buf[0], 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &req[0]); // RACE
    MPI_Irecv(in, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &req[1]); // RACE
    MPI_Waitall(2, req, MPI_STATUSES_IGNORE);

    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
