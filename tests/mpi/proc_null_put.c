// ranks: 2
// The target loads while a Put to it is pending; in FIXED the Put goes to MPI_PROC_NULL and has no effect.
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
    int target = MPI_PROC_NULL;
#else
    int target = 1;
#endif
    if (rank == 0)
        MPI_Put(&buf, 1, MPI_INT, target, 0, 1, MPI_INT, win); // RACE
    if (rank == 1)
        sink = mem[0]; // RACE

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
