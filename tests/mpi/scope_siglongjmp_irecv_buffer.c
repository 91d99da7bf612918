// ranks: 2
// A function that receives into a local variable gives up and jumps out. FIXED cancels the receive first.
#include <mpi.h>
#include <setjmp.h>
#include <stdio.h>

static sigjmp_buf abandoned;

__attribute__((noinline)) static int receive(int enough)
{
    int buffer[4] = {0};
    MPI_Request request;
    MPI_Irecv(buffer, 4, MPI_INT, 1, 0, MPI_COMM_WORLD, &request); // RACE
    if (!enough) {
#ifdef FIXED
        MPI_Cancel(&request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
#else
        MPI_Request_free(&request);
#endif
        siglongjmp(abandoned, 1); // RACE
    }
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    return buffer[0];
}

__attribute__((noinline)) static int work(int enough)
{
    if (sigsetjmp(abandoned, 1) != 0)
        return -1;
    return receive(enough);
}

int main(int argc, char **argv)
{
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#ifndef FIXED
    // The message is there before it is received, or it could come later and destroy the stack of this very program.
    if (rank == 1) {
        int data[4] = {1, 2, 3, 4};
        MPI_Send(data, 4, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
    MPI_Barrier(MPI_COMM_WORLD);
#endif
    if (rank == 0)
        printf("got %d\n", work(0));
    MPI_Finalize();
    return 0;
}
