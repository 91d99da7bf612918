// ranks: 2
// Each iteration refills the buffer while the Put of the previous one is pending; FIXED calls flush_local in each iteration.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    int *mem;
    int buf = 0;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    for (int i = 0; i < 4; i++)
        mem[i] = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);

    if (rank == 0) {
        for (int i = 0; i < 4; i++) {
            buf = i; // RACE
            MPI_Put(&buf, 1, MPI_INT, 1, i, 1, MPI_INT, win); // RACE
#ifdef FIXED
            MPI_Win_flush_local(1, win);
#endif
        }
    }

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
