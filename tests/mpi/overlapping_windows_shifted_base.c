// ranks: 2
// The second window starts at element 2 of the first, so element 0 of it is hit by both Puts; FIXED puts to element 1 of it.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    int mem[4] = {0}, buf = 1;
    MPI_Win win_a, win_b;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(mem, 4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win_a);
    MPI_Win_create(mem + 2, 2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win_b);

#ifdef FIXED
    MPI_Aint disp = 1;
#else
    MPI_Aint disp = 0;
#endif
    MPI_Win_fence(0, win_a);
    MPI_Win_fence(0, win_b);
    if (rank == 0) {
        MPI_Put(&buf, 1, MPI_INT, 1, 2, 1, MPI_INT, win_a); // RACE
        MPI_Put(&buf, 1, MPI_INT, 1, disp, 1, MPI_INT, win_b); // RACE
    }
    MPI_Win_fence(0, win_a);
    MPI_Win_fence(0, win_b);

    MPI_Win_free(&win_b);
    MPI_Win_free(&win_a);

    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
