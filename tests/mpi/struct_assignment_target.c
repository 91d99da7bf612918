// ranks: 2
// The target copies a whole struct of window memory while one field of it is being put; FIXED adds a barrier after the flush.
#include <stddef.h>
#include <mpi.h>
#include <stdio.h>

volatile int sink;

struct cell {
    int id;
    int val;
    int next;
};

struct cell copy;

int main(int argc, char **argv)
{
    int rank;
    struct cell cell = {1, 2, 3};
    int buf = 1;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(&cell, sizeof(cell), 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_lock_all(0, win);

    if (rank == 0) {
        MPI_Put(&buf, 1, MPI_INT, 1, offsetof(struct cell, val), 1, MPI_INT, win); // RACE
        MPI_Win_flush(1, win);
    }
#ifdef FIXED
    MPI_Barrier(MPI_COMM_WORLD);
#endif
    if (rank == 1) {
        copy = cell; // RACE
        sink = copy.id + copy.val + copy.next;
    }

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);

    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
