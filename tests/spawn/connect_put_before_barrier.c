// ranks: 2
// Two processes connect by a port and merge; a barrier between them orders, in the racy twin before the put is complete.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    int *mem;
    int one = 1;
    char port[MPI_MAX_PORT_NAME];
    MPI_Comm other, both;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        MPI_Open_port(MPI_INFO_NULL, port);
    MPI_Bcast(port, MPI_MAX_PORT_NAME, MPI_CHAR, 0, MPI_COMM_WORLD);
    if (rank == 0) {
        MPI_Comm_accept(port, MPI_INFO_NULL, 0, MPI_COMM_SELF, &other);
        MPI_Close_port(port);
    } else {
        MPI_Comm_connect(port, MPI_INFO_NULL, 0, MPI_COMM_SELF, &other);
    }
    MPI_Intercomm_merge(other, rank, &both);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, both, &mem, &win);
    mem[0] = 0;
    MPI_Barrier(both);

    MPI_Win_lock_all(0, win);
    if (rank == 1)
        MPI_Put(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, win); // RACE
#ifdef FIXED
    MPI_Win_flush_all(win);
    MPI_Barrier(other);
#else
    MPI_Barrier(other);
    MPI_Win_flush_all(win);
#endif
    if (rank == 0)
        printf("%d\n", mem[0]); // RACE
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Comm_free(&both);
    MPI_Comm_disconnect(&other);
    MPI_Finalize();
    return 0;
}
