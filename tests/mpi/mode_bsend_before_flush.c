// ranks: 2
// A buffered send tells of what came before it; FIXED flushes before.
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

    static char space[4096];
    if (rank == 0) {
        void *detached;
        int size;
        MPI_Buffer_attach(space, sizeof(space));
        MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win); // RACE
#ifdef FIXED
        MPI_Win_flush(1, win);
#endif
        MPI_Bsend(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
        MPI_Win_flush(1, win);
        MPI_Buffer_detach(&detached, &size);
    } else {
        MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        printf("%d\n", mem[0]); // RACE
    }

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
