// Several threads of each process at work at once, each with its queue, its part of the segment and its notification.
#include "check.h"

#include <pthread.h>

enum { SEGMENT = 0, THREADS = 4, ROUNDS = 50, WORDS = 64 };

static void *work(void *argument) {
    int thread = (int)(long)argument;
    gaspi_rank_t right = (me + 1) % ranks, left = (me + ranks - 1) % ranks;
    int *out = (int *)memory_of(SEGMENT) + 2 * thread * WORDS, *in = out + WORDS;
    gaspi_offset_t from = 2 * thread * WORDS * sizeof(int), to = from + WORDS * sizeof(int);
    for (int round = 1; round <= ROUNDS; round++) {
        for (int i = 0; i < WORDS; i++)
            out[i] = round * 1000 + thread * 100 + i;
        OK(gaspi_write_notify(SEGMENT, from, right, SEGMENT, to, WORDS * sizeof(int), thread, 1, thread, GASPI_BLOCK));
        await(SEGMENT, thread);
        for (int i = 0; i < WORDS; i++)
            CHECK(in[i] == round * 1000 + thread * 100 + i);
        OK(gaspi_notify(SEGMENT, left, THREADS + thread, 1, thread, GASPI_BLOCK));
        await(SEGMENT, THREADS + thread);
        OK(gaspi_wait(thread, GASPI_BLOCK));
    }
    return NULL;
}

int main(void) {
    start();
    create(SEGMENT, 2 * THREADS * WORDS * sizeof(int));
    pthread_t threads[THREADS];
    for (long i = 0; i < THREADS; i++)
        CHECK(pthread_create(&threads[i], NULL, work, (void *)i) == 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    finish();
    return 0;
}
