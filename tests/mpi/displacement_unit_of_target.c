// ranks: 2
// Displacements count in the unit of the target: 8 at rank 1, 4 at rank 0. FIXED stores to where the put does not go.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    int mem[16] = {0};
    int value = 5;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(mem, sizeof(mem), rank == 0 ? 4 : 8, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);

    if (rank == 0)
        MPI_Put(&value, 1, MPI_INT, 1, 3, 1, MPI_INT, win); // RACE
    else
#ifdef FIXED
        mem[3] = 1;
#else
        mem[6] = 1; // RACE
#endif

    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
