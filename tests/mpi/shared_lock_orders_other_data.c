// ranks: 2
// Rank 1 sets a flag in rank 0's part of a shared window, under a lock: it orders what rank 1 did before. Rank 1 stores behind its unlock; FIXED stores before its lock.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, unit, flag = 0, seen = 0;
    int *mine, *mem;
    MPI_Aint size;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate_shared(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
    MPI_Win_shared_query(win, 0, &size, &unit, &mem);
    mine[0] = mine[1] = 0;
    MPI_Barrier(MPI_COMM_WORLD);

    if (rank == 1) {
#ifdef FIXED
        mem[1] = 7;
#endif
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        mem[0] = 1;
        MPI_Win_unlock(0, win);
#ifndef FIXED
        mem[1] = 7; // RACE
#endif
    } else {
        while (!flag) {
            MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
            flag = mem[0];
            MPI_Win_unlock(0, win);
        }
        seen = mem[1]; // RACE
    }

    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_free(&win);
    if (rank == 0)
        printf("done %d\n", seen != 0);
    MPI_Finalize();
    return 0;
}
