// A get and a put of the same buffer in one epoch: the first may still be in flight.
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
    MPI_Get(buf, N, MPI_INT, target, 0, N, MPI_INT, win); // RACE
#ifdef FIXED
    MPI_Win_flush_all(win);
#endif
    MPI_Put(buf, N, MPI_INT, other, 0, N, MPI_INT, win); // RACE
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
