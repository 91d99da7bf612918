// ranks: 2
// Of two messages on two communicators the target waits only for the one sent before the Put; FIXED waits for the one sent after the flush.
#include <mpi.h>
#include <stdio.h>

volatile int sink;

int main(int argc, char **argv)
{
    int rank;
    int *mem;
    int buf = 1, token = 0;
    MPI_Comm dup;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    for (int i = 0; i < 4; i++)
        mem[i] = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Comm_dup(MPI_COMM_WORLD, &dup);
    MPI_Win_lock_all(0, win);

    if (rank == 0) {
        MPI_Send(&token, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
        MPI_Put(&buf, 1, MPI_INT, 1, 0, 1, MPI_INT, win); // RACE
        MPI_Win_flush(1, win);
        MPI_Send(&token, 1, MPI_INT, 1, 0, dup);
    } else {
#ifdef FIXED
        MPI_Comm first = dup, second = MPI_COMM_WORLD;
#else
        MPI_Comm first = MPI_COMM_WORLD, second = dup;
#endif
        MPI_Recv(&token, 1, MPI_INT, 0, 0, first, MPI_STATUS_IGNORE);
        sink = mem[0]; // RACE
        MPI_Recv(&token, 1, MPI_INT, 0, 0, second, MPI_STATUS_IGNORE);
    }
    MPI_Comm_free(&dup);

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
