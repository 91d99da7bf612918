// ranks: 2
// The target stores every second element while a Put hits one of them; FIXED puts to an element in between.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    int *mem;
    int buf = 1;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(8 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    for (int i = 0; i < 8; i++)
        mem[i] = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);

#ifdef FIXED
    MPI_Aint at = 3;
#else
    MPI_Aint at = 2;
#endif
    if (rank == 0)
        MPI_Put(&buf, 1, MPI_INT, 1, at, 1, MPI_INT, win); // RACE
    if (rank == 1) {
        for (int i = 0; i < 8; i += 2)
            mem[i] = i; // RACE
    }

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
