// ranks: 2
// The target loads its window memory in a function called through a pointer; FIXED adds a barrier after the flush.
#include <mpi.h>
#include <stdio.h>

volatile int sink;

typedef void (*access_fn)(int *);

static void ignore(int *p)
{
    (void)p;
}

static void consume(int *p)
{
    sink = *p; // RACE
}

int main(int argc, char **argv)
{
    int rank;
    int *mem;
    int buf = 1;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    for (int i = 0; i < 4; i++)
        mem[i] = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);

    access_fn table[2] = {ignore, consume};
    if (rank == 0) {
        MPI_Put(&buf, 1, MPI_INT, 1, 0, 1, MPI_INT, win); // RACE
        MPI_Win_flush(1, win);
    }
#ifdef FIXED
    MPI_Barrier(MPI_COMM_WORLD);
#endif
    table[rank == 1](&mem[0]);

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
