// ranks: 2
// A put at 2.5 GiB into a window of 3 GiB meets the store there; FIXED stores 2 GiB below.
#include <sys/mman.h>
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    char *mem = mmap(NULL, 3L << 30, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    int value = 5;
    long place = 5L << 29;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(mem, 3L << 30, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);

    if (rank == 0)
        MPI_Put(&value, 1, MPI_INT, 1, place, 1, MPI_INT, win); // RACE
    else
#ifdef FIXED
        mem[place - (1L << 31)] = 1;
#else
        mem[place] = 1; // RACE
#endif

    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
