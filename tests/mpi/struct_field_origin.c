// ranks: 2
// A struct field is overwritten through a pointer while it is the buffer of a pending Put; FIXED overwrites it after a flush.
#include <mpi.h>
#include <stdio.h>

struct msg {
    int len;
    int body[2];
};

int main(int argc, char **argv)
{
    int rank;
    int *mem;
    struct msg msg = {2, {3, 4}};
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    for (int i = 0; i < 4; i++)
        mem[i] = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);

    if (rank == 0) {
        struct msg *p = &msg;
        MPI_Put(&msg.body[1], 1, MPI_INT, 1, 0, 1, MPI_INT, win); // RACE
        p->len = 1;
#ifdef FIXED
        MPI_Win_flush(1, win);
#endif
        p->body[1] = 5; // RACE
    }

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
