// ranks: 3
// MPI_Neighbor_alltoallv orders neighbours only: rank 2 is none of rank 0; FIXED puts to rank 1.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    int mem[16] = {0};
    int value = 1, out[2] = {0}, in[2] = {0};
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(mem, sizeof(mem), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_lock_all(0, win);

    int size = 3, periodic = 0;
    MPI_Comm line;
    MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &periodic, 0, &line);

#ifdef FIXED
    int target = 1;
#else
    int target = 2;
#endif
    if (rank == 0) {
        MPI_Put(&value, 1, MPI_INT, target, 0, 1, MPI_INT, win); // RACE
        MPI_Win_flush(target, win);
    }
    int counts[2] = {1, 1}, places[2] = {0, 1};
    MPI_Neighbor_alltoallv(out, counts, places, MPI_INT, in, counts, places, MPI_INT, line);
    if (rank == target)
        printf("%d\n", mem[0]); // RACE
    MPI_Comm_free(&line);

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
