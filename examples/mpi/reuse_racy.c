// ranks: 2
//
// A stream of chunks to the right neighbour, with MPI_Put in a lock_all epoch.
//
// Each rank computes CHUNKS chunks of samples, one after the other in the same buffer, and
// puts each into its own slot of the neighbour's window. To hide the latency, the
// next chunk is computed while the last one is on its way. At the end everybody checks what
// it received.
//
// This version has a race. Small messages hide it: the library has usually copied them.
//
// Hint: MPI_Put returns before the data has left. What does MPI_Win_flush_local promise, and
// about which buffer?

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { CHUNKS = 8, SAMPLES = 512 };

static double sample(int rank, int chunk, int i)
{
    return 1000000.0 * rank + 1000.0 * chunk + i;
}

static int count_wrong(const double *received, int from)
{
    int wrong = 0;
    for (int chunk = 0; chunk < CHUNKS; chunk++)
        for (int i = 0; i < SAMPLES; i++)
            wrong += received[chunk * SAMPLES + i] != sample(from, chunk, i);
    return wrong;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, ranks;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    int right = (rank + 1) % ranks;
    int left = (rank + ranks - 1) % ranks;

    double *received, *buffer = malloc(SAMPLES * sizeof(double));
    MPI_Win win;
    MPI_Win_allocate(CHUNKS * SAMPLES * sizeof(double), sizeof(double), MPI_INFO_NULL,
                     MPI_COMM_WORLD, &received, &win);
    MPI_Win_lock_all(0, win);

    for (int i = 0; i < SAMPLES; i++)
        buffer[i] = sample(rank, 0, i);

    for (int chunk = 0; chunk < CHUNKS; chunk++) {
        MPI_Aint slot = (MPI_Aint)chunk * SAMPLES;
        MPI_Put(buffer, SAMPLES, MPI_DOUBLE, right, slot, SAMPLES, MPI_DOUBLE, win); // RACE

        for (int i = 0; i < SAMPLES; i++)
            buffer[i] = sample(rank, chunk + 1, i); // RACE
        MPI_Win_flush_local(right, win);
    }

    MPI_Win_flush(right, win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_sync(win);
    printf("rank %d: %d wrong samples from rank %d\n", rank, count_wrong(received, left), left);

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    free(buffer);
    MPI_Finalize();
    return 0;
}
