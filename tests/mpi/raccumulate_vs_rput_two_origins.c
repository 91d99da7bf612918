// ranks: 3
// An Rput races with the Raccumulate of another origin; FIXED gives each its own location.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    int mem[4] = {0};
    int buf = 1;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(mem, sizeof(mem), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_lock_all(0, win);

#ifdef FIXED
    MPI_Aint disp = 1;
#else
    MPI_Aint disp = 0;
#endif
    MPI_Request req = MPI_REQUEST_NULL;
    if (rank == 0)
        MPI_Raccumulate(&buf, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win, &req); // RACE
    if (rank == 2)
        MPI_Rput(&buf, 1, MPI_INT, 1, disp, 1, MPI_INT, win, &req); // RACE
    MPI_Wait(&req, MPI_STATUS_IGNORE);

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
