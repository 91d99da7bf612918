// Several threads of each PE at work at once, each with its context, its part of the memory and its flag.
#include "check.h"

#include <pthread.h>

enum { THREADS = 4, ROUNDS = 200, LENGTH = 16 };

static long data[THREADS][LENGTH], flags[THREADS], counter;

static void *work(void *argument) {
  int thread = (int)(intptr_t)argument;
  long source[LENGTH];
  shmem_ctx_t ctx;
  CHECK(shmem_ctx_create(SHMEM_CTX_PRIVATE, &ctx) == 0);
  for (long round = 1; round <= ROUNDS; round++) {
    for (int i = 0; i < LENGTH; i++) source[i] = round * 100 + thread;
    shmem_ctx_long_put(ctx, data[thread], source, LENGTH, right);
    shmem_ctx_fence(ctx);
    shmem_ctx_long_p(ctx, &flags[thread], round, right);
    shmem_long_wait_until(&flags[thread], SHMEM_CMP_GE, round); // the left neighbour may be ahead
    shmem_ctx_quiet(ctx);
    shmem_long_atomic_inc(&counter, 0);
  }
  shmem_ctx_destroy(ctx);
  return NULL;
}

int main(void) {
  int provided;
  CHECK(shmem_init_thread(SHMEM_THREAD_MULTIPLE, &provided) == 0 && provided == SHMEM_THREAD_MULTIPLE);
  learn_pes();
  shmem_query_thread(&provided);
  CHECK(provided == SHMEM_THREAD_MULTIPLE);
  pthread_t threads[THREADS];
  for (intptr_t i = 0; i < THREADS; i++) CHECK(pthread_create(&threads[i], NULL, work, (void *)i) == 0);
  for (int i = 0; i < THREADS; i++) CHECK(pthread_join(threads[i], NULL) == 0);
  shmem_barrier_all();
  for (int i = 0; i < THREADS; i++) CHECK(flags[i] == ROUNDS && data[i][LENGTH - 1] == ROUNDS * 100 + i);
  CHECK(shmem_long_g(&counter, 0) == (long)THREADS * ROUNDS * pes);
  shmem_finalize();
  return 0;
}
