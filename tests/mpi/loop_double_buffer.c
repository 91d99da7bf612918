// ranks: 2
// With a single slot the next Put races with the load of this iteration; FIXED alternates between two slots, so one barrier is enough.
#include <mpi.h>
#include <stdio.h>

volatile int sink;

int mem[4];

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
    int slots = 2;
#else
    int slots = 1;
#endif
    for (int i = 0; i < 4; i++) {
        if (rank == 0) {
            MPI_Put(&buf, 1, MPI_INT, 1, i % slots, 1, MPI_INT, win); // RACE
            MPI_Win_flush(1, win);
        }
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank == 1)
            sink = mem[i % slots]; // RACE
    }

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
