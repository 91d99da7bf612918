// After the GUPS benchmark with aggregation: rows of a table are filled and put. Without a mode nothing flushes, and the row is filled
// again while the put may still read it.
#include <mpi.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { ROW = 64, BATCHES = 8, BATCH = 1024 };
enum mode { NONE, FLUSH, FLUSH_LOCAL };

static enum mode mode;

static int flushes(void) { return mode == FLUSH; }
static int flushes_locally(void) { return mode == FLUSH_LOCAL; }

static uint64_t next(uint64_t ran) { return (ran << 1) ^ ((int64_t)ran < 0 ? 7 : 0); }

int main(int argc, char **argv)
{
    int rank, ranks;
    uint64_t *updates;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    mode = argc > 1 && strcmp(argv[1], "flush") == 0 ? FLUSH : argc > 1 ? FLUSH_LOCAL : NONE;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Win_allocate(ranks * ROW * sizeof(uint64_t), sizeof(uint64_t), MPI_INFO_NULL, MPI_COMM_WORLD, &updates, &win);
    uint64_t *table = malloc(ranks * ROW * sizeof(uint64_t));
    int *counter = calloc(ranks, sizeof(int));
    uint64_t ran = rank + 1;
    MPI_Win_lock_all(0, win);
    for (int batch = 0; batch < BATCHES; batch++) {
        for (int i = 0; i < BATCH; i++) {
            ran = next(ran);
            int target = (int)(ran % ranks);
            if (target == rank)
                continue;
            table[target * ROW + counter[target]++] = ran; // RACE1
            if (counter[target] == ROW) {
                uint64_t *row = table + target * ROW;
                *row = ROW - 1; // RACE2
                MPI_Put(row, ROW, MPI_UINT64_T, target, rank * ROW, ROW, MPI_UINT64_T, win); // RACE1 RACE2
                if (flushes())
                    MPI_Win_flush(target, win);
                else if (flushes_locally())
                    MPI_Win_flush_local(target, win);
#ifdef FIXED
                else
                    MPI_Win_flush_local_all(win);
#endif
                counter[target] = 1;
            }
        }
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    free(table);
    free(counter);
    MPI_Finalize();
    return 0;
}
