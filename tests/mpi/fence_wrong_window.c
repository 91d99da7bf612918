// ranks: 2
// The fence that should complete the Put is on another window; FIXED fences the window of the Put.
#include <mpi.h>
#include <stdio.h>

volatile int sink;

int main(int argc, char **argv)
{
    int rank;
    int mem_a[2] = {0, 0}, mem_b[2] = {0, 0}, buf = 1;
    MPI_Win win_a, win_b;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(mem_a, sizeof(mem_a), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win_a);
    MPI_Win_create(mem_b, sizeof(mem_b), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win_b);

    MPI_Win_fence(0, win_a);
    MPI_Win_fence(0, win_b);
    if (rank == 0)
        MPI_Put(&buf, 1, MPI_INT, 1, 0, 1, MPI_INT, win_a); // RACE
#ifdef FIXED
    MPI_Win_fence(0, win_a);
#else
    MPI_Win_fence(0, win_b);
#endif
    if (rank == 1)
        sink = mem_a[0]; // RACE
    MPI_Win_fence(0, win_a);
    MPI_Win_fence(0, win_b);

    MPI_Win_free(&win_b);
    MPI_Win_free(&win_a);

    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
