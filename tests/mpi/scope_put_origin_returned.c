// ranks: 2
// The origin of a pending Put is a local variable of a function that returns; FIXED flushes before.
#include <mpi.h>
#include <stdio.h>

__attribute__((noinline)) static void put_value(int value, MPI_Win win)
{
    int copy = value;
    MPI_Put(&copy, 1, MPI_INT, 1, 0, 1, MPI_INT, win); // RACE
#ifdef FIXED
    MPI_Win_flush_local(1, win);
#endif
} // RACE

int main(int argc, char **argv)
{
    int rank;
    int mem[4] = {0};
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(mem, sizeof(mem), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_lock_all(0, win);

    if (rank == 0)
        put_value(3, win);

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
