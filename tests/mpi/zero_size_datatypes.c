// ranks: 2
// Datatypes without any data, in all numbers, access nothing; one with a single int does, and FIXED does without it.
#include <mpi.h>
#include <stdio.h>

#define EMPTY 6

int main(int argc, char **argv)
{
    int rank;
    int mem[4] = {0};
    int buffer[4] = {0};
    int no_ints = 0, start = 0;
    MPI_Aint address = 0;
    MPI_Datatype empty[EMPTY];
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(mem, sizeof(mem), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Type_contiguous(0, MPI_INT, &empty[0]);
    MPI_Type_vector(0, 2, 4, MPI_INT, &empty[1]);
    MPI_Type_indexed(1, &no_ints, &start, MPI_INT, &empty[2]);
    MPI_Type_create_hindexed(0, &no_ints, &address, MPI_INT, &empty[3]);
    MPI_Type_create_indexed_block(0, 2, &start, MPI_INT, &empty[4]);
    MPI_Type_create_resized(empty[0], 0, 8, &empty[5]);
    for (int i = 0; i < EMPTY; i++)
        MPI_Type_commit(&empty[i]);

    MPI_Win_fence(0, win);
    if (rank == 0) {
        for (int i = 0; i < EMPTY; i++)
            for (int count = 0; count < 3; count++) {
                MPI_Put(buffer, count, empty[i], 1, 0, 1, empty[EMPTY - 1 - i], win);
                MPI_Put(buffer, 1, empty[i], 1, 0, count, empty[EMPTY - 1 - i], win);
                MPI_Accumulate(buffer, 0, MPI_INT, 1, 0, count, empty[i], MPI_SUM, win);
            }
#ifndef FIXED
        MPI_Put(buffer, 1, MPI_INT, 1, 0, 1, MPI_INT, win); // RACE
#endif
    } else {
        mem[0] = 1; // RACE
    }
    MPI_Win_fence(0, win);

    for (int i = 0; i < EMPTY; i++)
        MPI_Type_free(&empty[i]);
    MPI_Win_free(&win);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
