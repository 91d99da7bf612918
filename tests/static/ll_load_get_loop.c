// The load of the next iteration comes before the get of this one is complete.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 16 };

int main(int argc, char **argv)
{
    int rank, size;
    int *mem;
    int buf[N] = {0};
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(N * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    int target = (rank + 1) % size, other = (rank + 2) % size;
    MPI_Win_lock_all(0, win);
    int sum = 0;
    for (int i = 0; i < 4; i++) {
        sum += buf[0]; // RACE
        MPI_Get(buf, 1, MPI_INT, target, i, 1, MPI_INT, win); // RACE
#ifdef FIXED
        MPI_Win_flush_local(target, win);
#endif
#ifndef FIXED
        if (rank > size)
#endif
            MPI_Win_flush(target, win);
    }
    printf("%d\n", sum);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
