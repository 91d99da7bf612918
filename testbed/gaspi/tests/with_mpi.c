// GASPI and MPI in one program: the same ranks, MPI started and ended by the program, GASPI twice in between.
#include "check.h"

#include <mpi.h>

enum { SEGMENT = 0, QUEUE = 0 };

static void ring(int round) {
    int rank, size;
    start();
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    CHECK(rank == me && size == ranks);
    create(SEGMENT, 1000);
    int *memory = memory_of(SEGMENT);
    memory[0] = 100 * round + me;
    OK(gaspi_write(SEGMENT, 0, (me + 1) % ranks, SEGMENT, 400, sizeof(int), QUEUE, GASPI_BLOCK));
    OK(gaspi_notify(SEGMENT, (me + 1) % ranks, 0, 1, QUEUE, GASPI_BLOCK));
    await(SEGMENT, 0);
    OK(gaspi_wait(QUEUE, GASPI_BLOCK));
    int sum, want = 0;
    MPI_Allreduce(&memory[100], &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    for (int i = 0; i < ranks; i++)
        want += 100 * round + i;
    CHECK(sum == want);
    // MPI moves bytes of a segment like any others.
    MPI_Sendrecv(&memory[0], 1, MPI_INT, (me + 1) % ranks, 0, &memory[1], 1, MPI_INT, (me + ranks - 1) % ranks, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    CHECK(memory[1] == memory[100]);
    finish();
}

// The start waits for everybody, within its timeout.
static void start_late(void) {
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank != 0) {
        RETURNS(GASPI_TIMEOUT, gaspi_proc_init(GASPI_TEST));
        MPI_Send(NULL, 0, MPI_INT, 0, 1, MPI_COMM_WORLD);
    }
    for (int other = 1; rank == 0 && other < size; other++)
        MPI_Recv(NULL, 0, MPI_INT, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    ring(1);
    int ended;
    MPI_Finalized(&ended);
    CHECK(!ended);
    start_late();
    ring(2);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
