// ranks: 2
// strncmp looks at no more than it was told to, FIXED; strcmp looks at the bytes of the pending Get behind.
#include <string.h>
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    char mem[16] = "efgh";
    char buf[16] = "abcdefgh";
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(mem, sizeof(mem), 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_lock_all(0, win);

    if (rank == 0) {
        MPI_Get(buf + 4, 4, MPI_CHAR, 1, 0, 4, MPI_CHAR, win); // RACE
#ifdef FIXED
        int order = strncmp(buf, argv[1] ? argv[1] : "abcdefgh", 4);
#else
        int order = strcmp(buf, argv[1] ? argv[1] : "abcdefgh"); // RACE
#endif
        printf("%d\n", order);
    }

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
