// ranks: 2
// The origin overwrites the origin buffer of a pending Get_accumulate; FIXED uses MPI_NO_OP, which does not read that buffer.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    int mem[4] = {0};
    int buf = 1, res = 0;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(mem, sizeof(mem), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_lock_all(0, win);

#ifdef FIXED
    MPI_Op op = MPI_NO_OP;
#else
    MPI_Op op = MPI_SUM;
#endif
    if (rank == 0) {
        MPI_Get_accumulate(&buf, 1, MPI_INT, &res, 1, MPI_INT, 1, 0, 1, MPI_INT, op, win); // RACE
        buf = 3; // RACE
    }

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
