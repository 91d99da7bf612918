// ranks: 3
// Members make a communicator without the others, before the put; FIXED does it after the put.
#include <mpi.h>
#include <stdio.h>

static void synchronise(void)
{
    int rank;
    int first[2] = {0, 1};
    MPI_Group all, some;
    MPI_Comm part;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank > 1)
        return;
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_incl(all, 2, first, &some);
    MPI_Comm_create_group(MPI_COMM_WORLD, some, 7, &part);
    MPI_Comm_free(&part);
    MPI_Group_free(&some);
    MPI_Group_free(&all);
}

int main(int argc, char **argv)
{
    int rank;
    int window[4] = {0};
    int value = 1;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(window, sizeof(window), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_lock_all(0, win);

#ifndef FIXED
    synchronise();
#endif
    if (rank == 0) {
        MPI_Put(&value, 1, MPI_INT, 1, 2, 1, MPI_INT, win); // RACE
        MPI_Win_flush(1, win);
    }
#ifdef FIXED
    synchronise();
#endif
    if (rank == 1)
        printf("%d\n", window[2]); // RACE

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
