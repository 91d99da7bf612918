// ranks: 3
// A pending Irecv into window memory races with a Put of another rank to it; FIXED puts to another element.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    int *mem;
    int buf = 1;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    for (int i = 0; i < 4; i++)
        mem[i] = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);

#ifdef FIXED
    MPI_Aint disp = 1;
#else
    MPI_Aint disp = 0;
#endif
    if (rank == 1) {
        MPI_Request req;
        MPI_Irecv(&mem[0], 1, MPI_INT, 2, 0, MPI_COMM_WORLD, &req); // RACE
        MPI_Wait(&req, MPI_STATUS_IGNORE);
    } else if (rank == 0) {
        MPI_Put(&buf, 1, MPI_INT, 1, disp, 1, MPI_INT, win); // RACE
    } else {
        MPI_Send(&buf, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    }

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
