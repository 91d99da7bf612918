// ranks: 2
// A loop of Puts to even elements and a loop of stores share elements; FIXED stores only to the odd ones.
#include <mpi.h>
#include <stdio.h>

int mem[8];

int main(int argc, char **argv)
{
    int rank;
    int buf = 1;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(mem, sizeof(mem), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_lock_all(0, win);

#ifdef FIXED
    int step = 2;
#else
    int step = 1;
#endif
    if (rank == 0) {
        for (int i = 0; i < 8; i += 2)
            MPI_Put(&buf, 1, MPI_INT, 1, i, 1, MPI_INT, win); // RACE
    }
    if (rank == 1) {
        for (int i = 1; i < 8; i += step)
            mem[i] = i; // RACE
    }

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
