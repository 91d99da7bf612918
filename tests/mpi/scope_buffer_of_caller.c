// ranks: 2
// The pending Get fills a variable of the caller of the function that returns; FIXED also leaves it alone until the flush.
#include <mpi.h>
#include <stdio.h>

__attribute__((noinline)) static int other(int n)
{
    char text[32];
    return snprintf(text, sizeof(text), "%d", n);
}

__attribute__((noinline)) static void start_get(int *values, int i, MPI_Win win)
{
    MPI_Get(&values[i], 1, MPI_INT, 1, i, 1, MPI_INT, win); // RACE
    other(i);
}

int main(int argc, char **argv)
{
    int rank;
    int mem[4] = {1, 2, 3, 4};
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(mem, sizeof(mem), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_lock_all(0, win);

    if (rank == 0) {
        int values[4] = {0};
        for (int i = 0; i < 4; i++)
            start_get(values, i, win);
#ifndef FIXED
        values[2]++; // RACE
#endif
        MPI_Win_flush(1, win);
        printf("%d\n", values[2]);
    }

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
