// ranks: 2
// The target stores the last byte of an int that is being put; FIXED stores the adjacent byte behind it.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    int buf = 1;
    char *mem;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(16, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    MPI_Win_lock_all(0, win);

#ifdef FIXED
    int at = 4;
#else
    int at = 3;
#endif
    if (rank == 0)
        MPI_Put(&buf, 1, MPI_INT, 1, 0, 1, MPI_INT, win); // RACE
    if (rank == 1)
        mem[at] = 7; // RACE

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);

    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
