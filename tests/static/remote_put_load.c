// One process puts, the other loads in the same epoch; FIXED, in the next one.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static MPI_Win win;

int main(int argc, char **argv)
{
    int rank;
    int *buf;
    int *test = malloc(sizeof(int) * 2);

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &buf, &win);
    MPI_Win_fence(0, win);
    if (rank == 0) {
        test[0] = 42;
        test[1] = 10;
        MPI_Put(test, 1, MPI_INT, 1, 0, 1, MPI_INT, win); // REMOTE
        printf("%d\n", test[0]);
#ifdef FIXED
        MPI_Win_fence(0, win);
#endif
    } else {
#ifdef FIXED
        MPI_Win_fence(0, win);
#endif
        printf("%d\n", *buf); // REMOTE
    }
#ifndef FIXED
    MPI_Win_fence(0, win);
#endif
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
