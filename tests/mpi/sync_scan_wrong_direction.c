// ranks: 3
// A Scan orders lower ranks before higher ones only, and the origin is the higher rank; FIXED swaps origin and target.
#include <mpi.h>
#include <stdio.h>

volatile int sink;

int main(int argc, char **argv)
{
    int rank;
    int mem[4] = {0};
    int buf = 1, one = 1, sum = 0;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(mem, sizeof(mem), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_lock_all(0, win);

#ifdef FIXED
    int origin = 0, target = 2;
#else
    int origin = 2, target = 0;
#endif
    if (rank == origin) {
        MPI_Put(&buf, 1, MPI_INT, target, 0, 1, MPI_INT, win); // RACE
        MPI_Win_flush(target, win);
    }
    MPI_Scan(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == target)
        sink = mem[0]; // RACE

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
