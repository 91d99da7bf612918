// ranks: 2 4 8
//
// Each thread has a context of its own and sends its part of a block to the next PE; when all threads have made sure that
// their parts have arrived, the PEs meet, and each one adds up what it was sent.
//
// BUG 1: contexts_of_threads.c:shmem_ctx_putmem in send and load in add_up: the context of a thread is not completed.
// BUG 2: contexts_of_threads.c:shmem_ctx_putmem in send and store in fill: a thread fills its part again while it is sent.
#include <omp.h>
#include <shmem.h>
#include <stdio.h>

#ifndef BUG
#define BUG 0
#endif

#define THREADS 3
#define PART 16
#define ROUNDS 4

static long inbox[THREADS * PART];
static long outbox[THREADS][PART];

static void fill(int thread, int round) {
    for (int i = 0; i < PART; i++) outbox[thread][i] = round * 100 + thread; // BUG2
}

static void send(shmem_ctx_t context, int thread, int next) {
    shmem_ctx_putmem_nbi(context, &inbox[thread * PART], outbox[thread], sizeof outbox[thread], next); // BUG1 BUG2
}

static long add_up(void) {
    long sum = 0;
    for (int i = 0; i < THREADS * PART; i++) sum += inbox[i]; // BUG1
    return sum;
}

int main(void) {
    int provided;
    if (shmem_init_thread(SHMEM_THREAD_MULTIPLE, &provided) != 0) return 1;
    int me = shmem_my_pe(), next = (me + 1) % shmem_n_pes();
    long total = 0;
#pragma omp parallel num_threads(THREADS)
    {
        int thread = omp_get_thread_num();
        shmem_ctx_t context;
        shmem_ctx_create(SHMEM_CTX_PRIVATE, &context);
        for (int round = 0; round < ROUNDS; round++) {
            fill(thread, round);
            send(context, thread, next);
            if (BUG == 2 && thread == 1) fill(thread, -round);
            if (BUG != 1) shmem_ctx_quiet(context);
#pragma omp barrier
#pragma omp master
            {
                shmem_barrier_all();
                total += add_up();
                shmem_barrier_all();
            }
#if BUG == 1
            shmem_ctx_quiet(context);
#pragma omp barrier
#pragma omp master
            shmem_barrier_all();
#endif
#pragma omp barrier
        }
        shmem_ctx_destroy(context);
    }
    if (me == 0) printf("%ld\n", total);
    shmem_finalize();
    return 0;
}
