// ranks: 2
// To detach memory completes nothing: the put may still be under way when its owner frees the memory. FIXED has a message after the flush.
#include <mpi.h>
#include <stdlib.h>
#include <unistd.h>

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
    for (int i = 0; i < 2; i++) {
        MPI_Win_attach(win, memory, 64);
        if (i == 0)
            MPI_Win_detach(win, memory);
    }
    MPI_Get_address(memory, &address);
    MPI_Bcast(&address, 1, MPI_AINT, 1, MPI_COMM_WORLD);
    if (rank == 0) {
        MPI_Put(&value, 1, MPI_INT, 1, address, 1, MPI_INT, win); // RACE
        MPI_Win_flush(1, win);
#ifdef FIXED
        MPI_Send(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD);
    } else {
        MPI_Recv(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
#else
    } else {
        usleep(300000); /* so that the put does no harm in this run */
#endif
    }
    MPI_Win_detach(win, memory);
    free(memory); // RACE

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
