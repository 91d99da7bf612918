// ranks: 3
// Two origins put to one location in the same exposure epoch; FIXED exposes the window to them one after the other.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    int *mem;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    for (int i = 0; i < 4; i++)
        mem[i] = 0;
    MPI_Barrier(MPI_COMM_WORLD);

    int origins[2] = {1, 2}, target = 0;
    MPI_Group world, group;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    if (rank == 0) {
#ifdef FIXED
        int step = 1;
#else
        int step = 2;
#endif
        for (int i = 0; i < 2; i += step) {
            MPI_Group_incl(world, step, &origins[i], &group);
            MPI_Win_post(group, 0, win);
            MPI_Win_wait(win);
            MPI_Group_free(&group);
        }
    } else {
        MPI_Group_incl(world, 1, &target, &group);
        MPI_Win_start(group, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win); // RACE RACE
        MPI_Win_complete(win);
        MPI_Group_free(&group);
    }
    MPI_Group_free(&world);

    MPI_Win_free(&win);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
