// ranks: 2
// MPI_Win_set_info says same_op_no_op: MPI_NO_OP may meet MPI_SUM, FIXED; MPI_REPLACE may not.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    int mem[16] = {0};
    int value = 1, result = 0;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(mem, sizeof(mem), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_lock_all(0, win);

    MPI_Info info;
    MPI_Info_create(&info);
    MPI_Info_set(info, "accumulate_ops", "same_op_no_op");
    MPI_Win_set_info(win, info);
    MPI_Info_free(&info);
#ifdef FIXED
    MPI_Op op = MPI_NO_OP;
#else
    MPI_Op op = MPI_REPLACE;
#endif
    if (rank == 0)
        MPI_Accumulate(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win); // RACE
    else
        MPI_Fetch_and_op(&value, &result, MPI_INT, 1, 0, op, win); // RACE

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
