// ranks: 4
// All ranks put to their right neighbour and load their own cell in the same epoch; FIXED fences before the load.
#include <mpi.h>
#include <stdio.h>

volatile int sink;

int main(int argc, char **argv)
{
    int rank;
    int mem[4] = {0};
    int buf = 1;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(mem, sizeof(mem), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    int right = (rank + 1) % 4;
    MPI_Win_fence(0, win);
    MPI_Put(&buf, 1, MPI_INT, right, 0, 1, MPI_INT, win); // RACE
#ifdef FIXED
    MPI_Win_fence(0, win);
#endif
    sink = mem[0]; // RACE
    MPI_Win_fence(0, win);

    MPI_Win_free(&win);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
