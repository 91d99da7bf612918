// ranks: 3
// Puts of two elements at displacements 0 and 1 overlap in one element; FIXED puts to the adjacent displacement 2.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    int *mem;
    int buf[2] = {1, 2};
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    for (int i = 0; i < 4; i++)
        mem[i] = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);

#ifdef FIXED
    MPI_Aint disp = 2;
#else
    MPI_Aint disp = 1;
#endif
    if (rank == 0)
        MPI_Put(buf, 2, MPI_INT, 1, 0, 2, MPI_INT, win); // RACE
    if (rank == 2)
        MPI_Put(buf, 2, MPI_INT, 1, disp, 2, MPI_INT, win); // RACE

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
