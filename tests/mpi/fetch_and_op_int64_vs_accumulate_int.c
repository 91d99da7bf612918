// ranks: 3
// Fetch_and_op as MPI_INT64_T overlaps an Accumulate of MPI_INT; FIXED uses MPI_INT32_T, the same type as MPI_INT.
#include <stdint.h>
#include <mpi.h>
#include <stdio.h>

#ifdef FIXED
typedef int32_t fop_t;
#define FOP_TYPE MPI_INT32_T
#else
typedef int64_t fop_t;
#define FOP_TYPE MPI_INT64_T
#endif

int main(int argc, char **argv)
{
    int rank;
    int64_t mem[2] = {0, 0};
    fop_t val = 1, res = 0;
    int inc = 1;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(mem, sizeof(mem), sizeof(int64_t), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_lock_all(0, win);

    if (rank == 0)
        MPI_Fetch_and_op(&val, &res, FOP_TYPE, 1, 0, MPI_SUM, win); // RACE
    if (rank == 2)
        MPI_Accumulate(&inc, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win); // RACE

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);

    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
