// ranks: 2
// Attached memory is detached and freed while a put into it may be under way; FIXED has a barrier after the flush.
#include <stdlib.h>
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    int *memory = calloc(16, sizeof(int)), value = 1;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_lock_all(0, win);

    MPI_Aint address;
    MPI_Win_attach(win, memory, 64);
    MPI_Get_address(memory, &address);
    MPI_Bcast(&address, 1, MPI_AINT, 1, MPI_COMM_WORLD);
    if (rank == 0) {
        MPI_Put(&value, 1, MPI_INT, 1, address, 1, MPI_INT, win); // RACE
        MPI_Win_flush(1, win);
        MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    }
    if (rank == 1) {
#ifdef FIXED
        MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        memory[0] = 3;
#else
        memory[0] = 3; // RACE
        MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
#endif
    }
    MPI_Win_detach(win, memory);
    free(memory);

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
