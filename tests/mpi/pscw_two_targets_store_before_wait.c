// ranks: 3
// One origin puts to two targets, and the second one stores before its Win_wait; FIXED stores after it.
#include <mpi.h>
#include <stdio.h>

int mem[4];

int main(int argc, char **argv)
{
    int rank;
    int buf = 1;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(mem, sizeof(mem), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    int targets[2] = {1, 2}, origin = 0;
    MPI_Group world, group;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    if (rank == 0) {
        MPI_Group_incl(world, 2, targets, &group);
        MPI_Win_start(group, 0, win);
        MPI_Put(&buf, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
        MPI_Put(&buf, 1, MPI_INT, 2, 0, 1, MPI_INT, win); // RACE
        MPI_Win_complete(win);
    } else {
        MPI_Group_incl(world, 1, &origin, &group);
        MPI_Win_post(group, 0, win);
#ifdef FIXED
        MPI_Win_wait(win);
#endif
        if (rank == 2)
            mem[0] = 5; // RACE
#ifndef FIXED
        MPI_Win_wait(win);
#endif
    }
    MPI_Group_free(&group);
    MPI_Group_free(&world);

    MPI_Win_free(&win);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
