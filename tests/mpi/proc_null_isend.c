// ranks: 2
// The buffer of a pending Isend is overwritten; in FIXED it goes to MPI_PROC_NULL and has no effect.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    int buf = 1;
    MPI_Request req;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

#ifdef FIXED
    int dest = MPI_PROC_NULL, source = MPI_PROC_NULL;
#else
    int dest = 1, source = 0;
#endif
    if (rank == 0) {
        MPI_Isend(&buf, 1, MPI_INT, dest, 0, MPI_COMM_WORLD, &req); // RACE
        buf = 2; // RACE
        MPI_Wait(&req, MPI_STATUS_IGNORE);
    } else {
        MPI_Recv(&buf, 1, MPI_INT, source, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }

    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
