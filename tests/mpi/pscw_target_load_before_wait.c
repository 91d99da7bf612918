// ranks: 2
// The target loads before Win_wait has completed the exposure epoch; FIXED loads after it.
#include <mpi.h>
#include <stdio.h>

volatile int sink;

int mem[4];

int main(int argc, char **argv)
{
    int rank;
    int buf = 1;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(mem, sizeof(mem), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    int other = 1 - rank;
    MPI_Group world, peer;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 1, &other, &peer);

    if (rank == 0) {
        MPI_Win_start(peer, 0, win);
        MPI_Put(&buf, 1, MPI_INT, 1, 0, 1, MPI_INT, win); // RACE
        MPI_Win_complete(win);
    } else {
        MPI_Win_post(peer, 0, win);
#ifdef FIXED
        MPI_Win_wait(win);
#endif
        sink = mem[0]; // RACE
#ifndef FIXED
        MPI_Win_wait(win);
#endif
    }

    MPI_Group_free(&peer);
    MPI_Group_free(&world);
    MPI_Win_free(&win);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
