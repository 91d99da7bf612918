// ranks: 2
// printf reads the text of %s, here as far as its precision goes, while a Put of the last of its bytes is under way; FIXED prints
// less, and values stand in front of it.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    char *mem;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(8, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    for (int i = 0; i < 8; i++)
        mem[i] = 'a';
    MPI_Win_fence(0, win);

    if (rank == 0)
        MPI_Put("b", 1, MPI_CHAR, 1, 7, 1, MPI_CHAR, win); // RACE
#ifdef FIXED
    int most = 7;
#else
    int most = 8;
#endif
    if (rank == 1)
        printf("%-3d%% %5.1f %Lf %c%ld [%.*s] %s\n", rank, 0.5, 0.25L, 'x', 7L, most, mem, "end"); // RACE

    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
