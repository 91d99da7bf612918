// ranks: 3
// The barrier runs on a communicator without the target; FIXED uses one that contains origin and target.
#include <mpi.h>
#include <stdio.h>

volatile int sink;

int main(int argc, char **argv)
{
    int rank;
    int *mem;
    int buf = 1;
    MPI_Comm sub;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    for (int i = 0; i < 4; i++)
        mem[i] = 0;
    MPI_Barrier(MPI_COMM_WORLD);
#ifdef FIXED
    int color = rank == 2; /* ranks 0 and 1 together */
#else
    int color = rank == 1; /* the target is alone */
#endif
    MPI_Comm_split(MPI_COMM_WORLD, color, rank, &sub);
    MPI_Win_lock_all(0, win);

    if (rank == 0) {
        MPI_Put(&buf, 1, MPI_INT, 1, 0, 1, MPI_INT, win); // RACE
        MPI_Win_flush(1, win);
    }
    MPI_Barrier(sub);
    if (rank == 1)
        sink = mem[0]; // RACE
    MPI_Comm_free(&sub);

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
