// ranks: 2
// The origin stores to the last element of the buffer of a pending Put; FIXED stores to the element behind the buffer.
#include <mpi.h>
#include <stdio.h>

int mem[4];

int main(int argc, char **argv)
{
    int rank;
    int buf[4] = {1, 2, 3, 4};
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(mem, sizeof(mem), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_lock_all(0, win);

#ifdef FIXED
    int at = 2;
#else
    int at = 1;
#endif
    if (rank == 0) {
        MPI_Put(buf, 2, MPI_INT, 1, 0, 2, MPI_INT, win); // RACE
        buf[at] = 9; // RACE
    }

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
