// ranks: 2
// MPI_Alltoallv does not wait for those who have nothing for this process; FIXED sends something.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    int mem[16] = {0};
    int value = 1, out[4] = {0}, in[4] = {0};
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(mem, sizeof(mem), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_lock_all(0, win);

#ifdef FIXED
    int n = 1;
#else
    int n = 0;
#endif
    if (rank == 0) {
        MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win); // RACE
        MPI_Win_flush(1, win);
    }
    int send[2] = {1, rank == 0 ? n : 1}, receive[2] = {rank == 1 ? n : 1, 1}, places[2] = {0, 1};
    MPI_Alltoallv(out, send, places, MPI_INT, in, receive, places, MPI_INT, MPI_COMM_WORLD);
    if (rank == 1)
        printf("%d\n", mem[0]); // RACE

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
