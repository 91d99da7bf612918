// ranks: 2
// A datatype of 300,000 blocks: its description is longer than the ring to the analyser; FIXED loads from a gap.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#define BLOCKS 300000
#define APART 4

int main(int argc, char **argv)
{
    int rank;
    int *lengths = malloc(BLOCKS * sizeof(int));
    int *starts = malloc(BLOCKS * sizeof(int));
    int *data = calloc(BLOCKS * APART, sizeof(int));
    int *mem;
    MPI_Datatype type;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(BLOCKS * APART * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    for (int i = 0; i < BLOCKS; i++) {
        lengths[i] = 1 + i % 3;
        starts[i] = i * APART;
    }
    MPI_Type_indexed(BLOCKS, lengths, starts, MPI_INT, &type);
    MPI_Type_commit(&type);

    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Get(data, 1, type, 1, 0, 1, type, win); // RACE
#ifdef FIXED
        printf("%d\n", data[(BLOCKS - 1) * APART + 3]);
#else
        printf("%d\n", data[(BLOCKS - 1) * APART + 2]); // RACE
#endif
    }
    MPI_Win_unlock_all(win);

    MPI_Type_free(&type);
    MPI_Win_free(&win);
    free(data);
    free(starts);
    free(lengths);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
