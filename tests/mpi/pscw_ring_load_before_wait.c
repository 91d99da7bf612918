// ranks: 3
// In a ring every rank loads its cell before Win_wait, while the left neighbour puts; FIXED loads after Win_wait.
#include <mpi.h>
#include <stdio.h>

volatile int sink;

int main(int argc, char **argv)
{
    int rank;
    int mem[4] = {0};
    int buf = 1;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(mem, sizeof(mem), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    int left = (rank + 2) % 3, right = (rank + 1) % 3;
    MPI_Group world, from, to;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 1, &left, &from);
    MPI_Group_incl(world, 1, &right, &to);
    MPI_Win_post(from, 0, win);
    MPI_Win_start(to, 0, win);
    MPI_Put(&buf, 1, MPI_INT, right, 0, 1, MPI_INT, win); // RACE
    MPI_Win_complete(win);
#ifdef FIXED
    MPI_Win_wait(win);
#endif
    sink = mem[0]; // RACE
#ifndef FIXED
    MPI_Win_wait(win);
#endif
    MPI_Group_free(&to);
    MPI_Group_free(&from);
    MPI_Group_free(&world);

    MPI_Win_free(&win);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
