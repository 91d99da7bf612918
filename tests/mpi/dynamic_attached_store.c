// ranks: 2
// A put into attached memory meets the store of its owner; FIXED has a barrier after the flush.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    int memory[8] = {0}, value = 1;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_lock_all(0, win);

    MPI_Aint address;
    MPI_Win_attach(win, memory, sizeof(memory));
    MPI_Get_address(&memory[5], &address);
    MPI_Bcast(&address, 1, MPI_AINT, 1, MPI_COMM_WORLD);
    if (rank == 0) {
        MPI_Put(&value, 1, MPI_INT, 1, address, 1, MPI_INT, win); // RACE
        MPI_Win_flush(1, win);
    }
#ifdef FIXED
    MPI_Barrier(MPI_COMM_WORLD);
#endif
    if (rank == 1)
        memory[5] = 2; // RACE
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_detach(win, memory);

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
