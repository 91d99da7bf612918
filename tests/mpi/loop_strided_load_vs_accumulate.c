// ranks: 2
// The target loads every second element while an Accumulate updates one of them; FIXED updates an element in between.
#include <mpi.h>
#include <stdio.h>

volatile int sink;

int main(int argc, char **argv)
{
    int rank;
    int mem[8] = {0};
    int buf = 1;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(mem, sizeof(mem), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_lock_all(0, win);

#ifdef FIXED
    MPI_Aint at = 5;
#else
    MPI_Aint at = 4;
#endif
    if (rank == 0)
        MPI_Accumulate(&buf, 1, MPI_INT, 1, at, 1, MPI_INT, MPI_SUM, win); // RACE
    if (rank == 1) {
        for (int i = 0; i < 8; i += 2)
            sink = mem[i]; // RACE
    }

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
