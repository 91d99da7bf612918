// ranks: 2
// memcmp of the buffer of a pending Get; FIXED flushes first.
#include <string.h>
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    char mem[64] = "a text in the window";
    char buf[64] = "some text";
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(mem, sizeof(mem), 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_lock_all(0, win);

    if (rank == 0) {
        MPI_Get(buf, sizeof(buf), MPI_CHAR, 1, 0, sizeof(buf), MPI_CHAR, win); // RACE
#ifdef FIXED
        MPI_Win_flush(1, win);
#endif
        printf("%d\n", memcmp(buf, argv, 8) > 0); // RACE
    }

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
