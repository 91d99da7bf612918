// ranks: 3
// flush_local of one target leaves the buffer of the Put to the other in use; FIXED uses flush_local_all.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    int *mem;
    int a = 1, b = 2;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    for (int i = 0; i < 4; i++)
        mem[i] = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);

    if (rank == 0) {
        MPI_Put(&a, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
        MPI_Put(&b, 1, MPI_INT, 2, 0, 1, MPI_INT, win); // RACE
#ifdef FIXED
        MPI_Win_flush_local_all(win);
#else
        MPI_Win_flush_local(1, win);
#endif
        a = 3;
        b = 4; // RACE
    }

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
