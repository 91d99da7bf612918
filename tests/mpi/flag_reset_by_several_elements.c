// ranks: 2
// A flag announces data in each of two rounds, and is reset between them by a put of two elements, or by a message received
// into it: what was seen in the second round is the second update, not what is left of the first one.
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

enum { FLAG, OTHER, DATA, WORDS };

static int seen(MPI_Win win)
{
    int value;
    MPI_Fetch_and_op(NULL, &value, MPI_INT, 0, FLAG, MPI_NO_OP, win);
    MPI_Win_flush(0, win);
    return value;
}

int main(int argc, char **argv)
{
    int rank, sum = 0;
    int *mem;
    int one = 1, zeros[2] = {0, 0};
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(WORDS * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mem, &win);
    mem[FLAG] = mem[OTHER] = mem[DATA] = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);

    for (int round = 0; round < 3; round++) {
        if (rank == 1) {
            MPI_Put(&round, 1, MPI_INT, 0, DATA, 1, MPI_INT, win); // RACE
#ifdef FIXED
            MPI_Win_flush(0, win);
#endif
            MPI_Accumulate(&one, 1, MPI_INT, 0, FLAG, 1, MPI_INT, MPI_REPLACE, win);
            MPI_Win_flush(0, win);
        } else {
            usleep(20000); // most often the flag is set at the first look
            while (seen(win) != 1) {}
            sum += mem[DATA]; // RACE
        }
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank == 0 && round == 0) {
            MPI_Put(zeros, 2, MPI_INT, 0, FLAG, 2, MPI_INT, win);
            MPI_Win_flush(0, win);
        } else if (rank == 0) {
            MPI_Sendrecv(zeros, 2, MPI_INT, 0, 0, &mem[FLAG], 2, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
        }
        MPI_Barrier(MPI_COMM_WORLD);
    }

    MPI_Win_unlock_all(win);
    if (rank == 0)
        printf("%d\n", sum);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
