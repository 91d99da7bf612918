// ranks: 2
// Accumulates of MPI_2INT at ints 0-1 and 1-2 overlap but the pairs do not coincide; FIXED uses ints 0-1 in both.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    int *mem;
    int pair[2] = {5, 1};
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    for (int i = 0; i < 4; i++)
        mem[i] = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);

#ifdef FIXED
    MPI_Aint disp = 0;
#else
    MPI_Aint disp = 1;
#endif
    if (rank == 0)
        MPI_Accumulate(pair, 1, MPI_2INT, 1, 0, 1, MPI_2INT, MPI_MAXLOC, win); // RACE
    if (rank == 1)
        MPI_Accumulate(pair, 1, MPI_2INT, 1, disp, 1, MPI_2INT, MPI_MAXLOC, win); // RACE

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
