// ranks: 3
// A Scatterv orders only root before others, and its root is a bystander; FIXED scatters from the origin.
#include <mpi.h>
#include <stdio.h>

volatile int sink;

int mem[4];

int main(int argc, char **argv)
{
    int rank;
    int buf = 1, token = 0, all[3] = {1, 2, 3}, counts[3] = {1, 1, 1}, displs[3] = {0, 1, 2};
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(mem, sizeof(mem), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_lock_all(0, win);

#ifdef FIXED
    int root = 0;
#else
    int root = 2;
#endif
    if (rank == 0) {
        MPI_Put(&buf, 1, MPI_INT, 1, 0, 1, MPI_INT, win); // RACE
        MPI_Win_flush(1, win);
    }
    MPI_Scatterv(all, counts, displs, MPI_INT, &token, 1, MPI_INT, root, MPI_COMM_WORLD);
    if (rank == 1)
        sink = mem[0]; // RACE

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
