// ranks: 4
// The origin informs rank 1, but rank 2 broadcasts to the target; FIXED broadcasts from rank 1.
#include <mpi.h>
#include <stdio.h>

volatile int sink;

int main(int argc, char **argv)
{
    int rank;
    int mem[4] = {0};
    int buf = 1, token = 0;
    MPI_Comm sub;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(mem, sizeof(mem), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Comm_split(MPI_COMM_WORLD, rank > 0, rank, &sub);
    MPI_Win_lock_all(0, win);

#ifdef FIXED
    int root = 0; /* of sub: rank 1 of the world */
#else
    int root = 1; /* of sub: rank 2 of the world */
#endif
    if (rank == 0) {
        MPI_Put(&buf, 1, MPI_INT, 3, 0, 1, MPI_INT, win); // RACE
        MPI_Win_flush(3, win);
        MPI_Send(&token, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    } else {
        if (rank == 1)
            MPI_Recv(&token, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Bcast(&token, 1, MPI_INT, root, sub);
    }
    if (rank == 3)
        sink = mem[0]; // RACE
    MPI_Comm_free(&sub);

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
