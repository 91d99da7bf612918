// ranks: 1
// A process spawns one, and both spawn another one: the two of them race, unless a barrier of all three comes between.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank;
    int *mem;
    int one = 1;
    char *first[] = {"1", NULL}, *second[] = {"2", NULL};
    MPI_Comm parents, child, two, youngest, all;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_get_parent(&parents);
    int generation = argc > 1 ? atoi(argv[1]) : 0;
    if (generation < 2) {
        if (generation == 0) {
            MPI_Comm_spawn(argv[0], first, 1, MPI_INFO_NULL, 0, MPI_COMM_SELF, &child, MPI_ERRCODES_IGNORE);
            MPI_Intercomm_merge(child, 0, &two);
        } else {
            MPI_Intercomm_merge(parents, 1, &two);
        }
        MPI_Comm_spawn(argv[0], second, 1, MPI_INFO_NULL, 0, two, &youngest, MPI_ERRCODES_IGNORE);
        MPI_Intercomm_merge(youngest, 0, &all);
    } else {
        MPI_Intercomm_merge(parents, 1, &all);
    }
    MPI_Comm_rank(all, &rank);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, all, &mem, &win);
    mem[0] = 0;
    MPI_Barrier(all);

    MPI_Win_lock_all(0, win);
    if (rank == 2) {
        MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, win); // RACE
        MPI_Win_flush(1, win);
    }
#ifdef FIXED
    MPI_Barrier(all);
#endif
    if (rank == 1)
        printf("%d\n", mem[0]); // RACE
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Comm_free(&all);
    MPI_Finalize();
    return 0;
}
