// ranks: 2
// The Put of the next iteration races with the load of this one, as nothing orders them; FIXED ends the iteration with a barrier.
#include <mpi.h>
#include <stdio.h>

volatile int sink;

int main(int argc, char **argv)
{
    int rank;
    int mem[4] = {0};
    int buf = 1;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(mem, sizeof(mem), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_lock_all(0, win);

    for (int i = 0; i < 3; i++) {
        if (rank == 0) {
            MPI_Put(&buf, 1, MPI_INT, 1, 0, 1, MPI_INT, win); // RACE
            MPI_Win_flush(1, win);
        }
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank == 1)
            sink = mem[0]; // RACE
#ifdef FIXED
        MPI_Barrier(MPI_COMM_WORLD);
#endif
    }

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
