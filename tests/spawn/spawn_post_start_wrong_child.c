// ranks: 2
// Both children get access from a parent by MPI_Win_post; the racy twin lets both write one place.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    int *mem;
    int one = 1;
    MPI_Comm others, all;
    MPI_Win win;
    MPI_Group members, target, origins;
    int zero = 0, children[] = {2, 3};

    MPI_Init(&argc, &argv);
    MPI_Comm_get_parent(&others);
    int spawned = others != MPI_COMM_NULL;
    if (!spawned)
        MPI_Comm_spawn(argv[0], MPI_ARGV_NULL, 2, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &others, MPI_ERRCODES_IGNORE);
    MPI_Intercomm_merge(others, spawned, &all);
    MPI_Comm_rank(all, &rank); // 0 and 1 are the parents, 2 and 3 the children
    MPI_Win_allocate(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, all, &mem, &win);
    mem[0] = mem[1] = 0;
    MPI_Barrier(all);

    MPI_Comm_group(all, &members);
    MPI_Group_incl(members, 1, &zero, &target);
    MPI_Group_incl(members, 2, children, &origins);
    if (rank == 0) {
        MPI_Win_post(origins, 0, win);
        MPI_Win_wait(win);
    }
    if (rank >= 2) {
        MPI_Win_start(target, 0, win);
#ifdef FIXED
        MPI_Put(&one, 1, MPI_INT, 0, rank - 2, 1, MPI_INT, win);
#else
        MPI_Put(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, win); // RACE RACE
#endif
        MPI_Win_complete(win);
    }
    MPI_Group_free(&members);
    MPI_Group_free(&target);
    MPI_Group_free(&origins);

    MPI_Win_free(&win);
    MPI_Comm_free(&all);
    MPI_Comm_disconnect(&others);
    MPI_Finalize();
    return 0;
}
