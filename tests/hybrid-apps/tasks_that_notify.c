// ranks: 2 4 8
//
// Tasks compute blocks and write them to the next rank, each with a notification of its own; a task for each block waits for the
// notification of the rank before and uses the data. A block is computed again in the next round only when it has left.
//
// BUG 1: tasks_that_notify.c:gaspi_write_notify in send and store in produce: a block is computed again while it leaves.
// BUG 2: tasks_that_notify.c:gaspi_write_notify in send and load in consume: a task uses a block of which another was told.
#include <GASPI.h>
#include <stdio.h>

#ifndef BUG
#define BUG 0
#endif

#define BLOCKS 4
#define SIZE 16
#define ROUNDS 3

static double *out, *in;
static gaspi_rank_t rank, size;
static long total;

static void produce(int block, int round) {
    for (int i = 0; i < SIZE; i++) out[block * SIZE + i] = round + block; // BUG1
}

static void send(int block) {
    gaspi_size_t at = (gaspi_size_t)block * SIZE * sizeof(double);
    gaspi_rank_t next = (gaspi_rank_t)((rank + 1) % size);
    gaspi_write_notify(0, at, next, 1, at, SIZE * sizeof(double), (gaspi_notification_id_t)block, 1, 0, GASPI_BLOCK); // BUG1 BUG2
}

static void await(int block) {
    gaspi_notification_id_t id;
    gaspi_notification_t value;
    gaspi_notify_waitsome(1, (gaspi_notification_id_t)block, 1, &id, GASPI_BLOCK);
    gaspi_notify_reset(1, id, &value);
}

static void consume(int block) {
    double sum = 0;
    for (int i = 0; i < SIZE; i++) sum += in[block * SIZE + i]; // BUG2
#pragma omp atomic
    total += (long)sum;
}

static void play(int round) {
#pragma omp parallel num_threads(3)
#pragma omp single
    {
        for (int block = 0; block < BLOCKS; block++) {
#pragma omp task firstprivate(block)
            {
                produce(block, round);
                send(block);
                if (BUG == 1) produce(block, -round);
            }
        }
#pragma omp taskwait
        for (int block = 0; block < BLOCKS; block++) {
#pragma omp task firstprivate(block)
            {
                await(block);
                consume(BUG == 2 ? (block + 1) % BLOCKS : block);
            }
        }
    }
}

int main(void) {
    gaspi_pointer_t pointer;
    gaspi_proc_init(GASPI_BLOCK);
    gaspi_proc_rank(&rank);
    gaspi_proc_num(&size);
    gaspi_segment_create(0, BLOCKS * SIZE * sizeof(double), GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);
    gaspi_segment_create(1, BLOCKS * SIZE * sizeof(double), GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);
    gaspi_segment_ptr(0, &pointer);
    out = pointer;
    gaspi_segment_ptr(1, &pointer);
    in = pointer;
    for (int round = 0; round < ROUNDS; round++) {
        play(round);
        gaspi_wait(0, GASPI_BLOCK);
        gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK);
    }
    printf("%ld\n", total);
    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
