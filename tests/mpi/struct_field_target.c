// ranks: 2
// The target loads the field of a struct that is being put; FIXED loads the neighbouring field.
#include <stddef.h>
#include <mpi.h>
#include <stdio.h>

volatile int sink;

struct cell {
    int id;
    int val;
    int next;
};

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

    if (rank == 0)
        MPI_Put(&buf, 1, MPI_INT, 1, offsetof(struct cell, val), 1, MPI_INT, win); // RACE
    if (rank == 1) {
#ifdef FIXED
        sink = cell.id;
#else
        sink = cell.val; // RACE
#endif
    }

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);

    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
