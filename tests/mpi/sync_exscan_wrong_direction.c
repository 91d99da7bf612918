// ranks: 2
// An Exscan orders lower ranks before higher ones only, and the target is the lower rank; FIXED uses a communicator in reverse order.
#include <mpi.h>
#include <stdio.h>

volatile int sink;

int mem[4];

int main(int argc, char **argv)
{
    int rank;
    int buf = 1, one = 1, sum = 0;
    MPI_Comm comm;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(mem, sizeof(mem), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
#ifdef FIXED
    int key = -rank;
#else
    int key = rank;
#endif
    MPI_Comm_split(MPI_COMM_WORLD, 0, key, &comm);
    MPI_Win_lock_all(0, win);

    if (rank == 1) {
        MPI_Put(&buf, 1, MPI_INT, 0, 0, 1, MPI_INT, win); // RACE
        MPI_Win_flush(0, win);
    }
    MPI_Exscan(&one, &sum, 1, MPI_INT, MPI_SUM, comm);
    if (rank == 0)
        sink = mem[0]; // RACE
    MPI_Comm_free(&comm);

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
