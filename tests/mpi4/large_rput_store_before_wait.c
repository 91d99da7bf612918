// ranks: 2
// MPI_Rput_c: its origin is stored to before MPI_Wait; FIXED waits first.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    int mem[16] = {0};
    int data[4] = {0};
    MPI_Request request;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(mem, sizeof(mem), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_lock_all(0, win);

    if (rank == 0) {
        MPI_Rput_c(data, 4, MPI_INT, 1, 0, 4, MPI_INT, win, &request); // RACE
#ifdef FIXED
        MPI_Wait(&request, MPI_STATUS_IGNORE);
#endif
        data[0] = 1; // RACE
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
