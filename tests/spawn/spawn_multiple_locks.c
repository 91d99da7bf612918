// ranks: 2
// Two commands are spawned together; a process of one writes and one of the other reads, in the racy twin under shared locks.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    int *mem;
    int one = 1;
    MPI_Comm others, all;
    MPI_Win win;
    char *commands[] = {argv[0], argv[0]};
    char *first[] = {"first", NULL}, *second[] = {"second", NULL};
    char **arguments[] = {first, second};
    int counts[] = {1, 1};
    MPI_Info infos[] = {MPI_INFO_NULL, MPI_INFO_NULL};
    int value;

    MPI_Init(&argc, &argv);
    MPI_Comm_get_parent(&others);
    int spawned = others != MPI_COMM_NULL;
    if (!spawned)
        MPI_Comm_spawn_multiple(2, commands, arguments, counts, infos, 0, MPI_COMM_WORLD, &others, MPI_ERRCODES_IGNORE);
    MPI_Intercomm_merge(others, spawned, &all);
    MPI_Comm_rank(all, &rank); // 0 and 1 are the parents, 2 and 3 the children
    MPI_Win_allocate(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, all, &mem, &win);
    mem[0] = mem[1] = 0;
    MPI_Barrier(all);

    if (argc > 1) {
#ifdef FIXED
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
#else
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
#endif
        if (rank == 2)
            MPI_Put(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, win); // RACE
        else
            MPI_Get(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win); // RACE
        MPI_Win_unlock(0, win);
    }

    MPI_Win_free(&win);
    MPI_Comm_free(&all);
    MPI_Comm_disconnect(&others);
    MPI_Finalize();
    return 0;
}
