// ranks: 4
// A message to the other group; FIXED flushes before it.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    int mem[16] = {0};
    int value = 1, in = 0;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(mem, sizeof(mem), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_lock_all(0, win);

    MPI_Comm half, other;
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - rank % 2, 7, &other);

    if (rank == 0) {
        MPI_Put(&value, 1, MPI_INT, 3, 0, 1, MPI_INT, win); // RACE
#ifdef FIXED
        MPI_Win_flush(3, win);
#endif
    }
    if (rank == 0)
        MPI_Send(&value, 1, MPI_INT, 1, 0, other);
    if (rank == 3)
        MPI_Recv(&in, 1, MPI_INT, 0, 0, other, MPI_STATUS_IGNORE);
    if (rank == 0)
        MPI_Win_flush(3, win);
    if (rank == 3)
        printf("%d\n", mem[0]); // RACE
    MPI_Comm_free(&other);
    MPI_Comm_free(&half);

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
