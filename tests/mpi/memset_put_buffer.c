// ranks: 2
// memset clears the buffer of a pending Put; FIXED calls flush_local first.
#include <string.h>
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    int mem[1024] = {0};
    int buf[1024] = {1, 2, 3, 4};
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(mem, sizeof(mem), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_lock_all(0, win);

    if (rank == 0) {
        MPI_Put(buf, 1024, MPI_INT, 1, 0, 1024, MPI_INT, win); // RACE
#ifdef FIXED
        MPI_Win_flush_local(1, win);
#endif
        memset(buf, 0, sizeof(buf)); // RACE
    }

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
