// ranks: 2
// The origin loads the result buffer of a pending Get; in FIXED the Get goes to MPI_PROC_NULL and has no effect.
#include <mpi.h>
#include <stdio.h>

volatile int sink;

int main(int argc, char **argv)
{
    int rank;
    int *mem;
    int buf = 1;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    for (int i = 0; i < 4; i++)
        mem[i] = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);

#ifdef FIXED
    int target = MPI_PROC_NULL;
#else
    int target = 1;
#endif
    if (rank == 0) {
        MPI_Get(&buf, 1, MPI_INT, target, 0, 1, MPI_INT, win); // RACE
        sink = buf; // RACE
    }

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
