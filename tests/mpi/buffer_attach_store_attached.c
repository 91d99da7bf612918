// ranks: 2
// Memory is stored to that MPI_Buffer_attach has given away; FIXED detaches it first.
#include <stdlib.h>
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    int value = 1;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    char *memory = malloc(4096);
    if (rank == 0) {
        void *detached;
        int size;
        MPI_Buffer_attach(memory, 4096); // RACE
        MPI_Bsend(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
        value = 2;
#ifdef FIXED
        MPI_Buffer_detach(&detached, &size);
#endif
        memory[4000] = 1; // RACE
#ifndef FIXED
        MPI_Buffer_detach(&detached, &size);
#endif
    } else {
        MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    free(memory);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
