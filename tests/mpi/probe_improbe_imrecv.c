// ranks: 2
// A successful MPI_Improbe tells of what came before the send; FIXED flushes before it.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    int mem[16] = {0};
    int value = 1;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(mem, sizeof(mem), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_lock_all(0, win);

    if (rank == 0) {
        MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win); // RACE
#ifdef FIXED
        MPI_Win_flush(1, win);
#endif
        MPI_Send(&value, 1, MPI_INT, 1, 4, MPI_COMM_WORLD);
    } else {
        MPI_Message message;
        MPI_Request request;
        for (int there = 0; !there;)
            MPI_Improbe(MPI_ANY_SOURCE, 4, MPI_COMM_WORLD, &there, &message, MPI_STATUS_IGNORE);
        printf("%d\n", mem[0]); // RACE
        MPI_Imrecv(&value, 1, MPI_INT, &message, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
