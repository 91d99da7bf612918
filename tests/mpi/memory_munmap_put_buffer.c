// ranks: 2
// munmap of the buffer of a pending Put; FIXED flushes first.
#include <sys/mman.h>
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    char mem[64] = {0};
    char *buf = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(mem, sizeof(mem), 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_lock_all(0, win);

    if (rank == 0) {
        MPI_Put(buf, 64, MPI_CHAR, 1, 0, 64, MPI_CHAR, win); // RACE
#ifdef FIXED
        MPI_Win_flush(1, win);
#endif
        munmap(buf, 4096); // RACE
    }

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
