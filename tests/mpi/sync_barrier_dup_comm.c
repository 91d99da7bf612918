// ranks: 2
// The barrier runs on a duplicate of MPI_COMM_SELF; FIXED runs it on a duplicate of MPI_COMM_WORLD.
#include <mpi.h>
#include <stdio.h>

volatile int sink;

int main(int argc, char **argv)
{
    int rank;
    int mem[4] = {0};
    int buf = 1;
    MPI_Comm dup;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(mem, sizeof(mem), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
#ifdef FIXED
    MPI_Comm_dup(MPI_COMM_WORLD, &dup);
#else
    MPI_Comm_dup(MPI_COMM_SELF, &dup);
#endif
    MPI_Win_lock_all(0, win);

    if (rank == 0) {
        MPI_Put(&buf, 1, MPI_INT, 1, 0, 1, MPI_INT, win); // RACE
        MPI_Win_flush(1, win);
    }
    MPI_Barrier(dup);
    if (rank == 1)
        sink = mem[0]; // RACE
    MPI_Comm_free(&dup);

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
