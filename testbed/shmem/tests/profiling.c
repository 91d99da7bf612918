// A tool that defines shmem_x and calls pshmem_x sees every call of the program, and none that the runtime makes itself.
#define SHMEM_NO_GENERICS
#include "check.h"

static int puts_seen, barriers, quiets, syncs, fetches, contexts;

void shmem_int_put(int *dest, const int *source, size_t nelems, int pe) {
  puts_seen++;
  pshmem_int_put(dest, source, nelems, pe);
}

void shmem_barrier_all(void) {
  barriers++;
  pshmem_barrier_all();
}

void shmem_quiet(void) {
  quiets++;
  pshmem_quiet();
}

void shmem_sync_all(void) {
  syncs++;
  pshmem_sync_all();
}

long shmem_long_atomic_fetch_add(long *dest, long value, int pe) {
  fetches++;
  return pshmem_long_atomic_fetch_add(dest, value, pe);
}

int shmem_team_create_ctx(shmem_team_t team, long options, shmem_ctx_t *ctx) {
  contexts++;
  return pshmem_team_create_ctx(team, options, ctx);
}

int main(void) {
  static int there, here = 3;
  static long lock, word;
  shmem_ctx_t ctx;
  start();
  int *heap = shmem_malloc(100);
  shmem_free(heap);
  shmem_set_lock(&lock), shmem_clear_lock(&lock);
  CHECK(shmem_ctx_create(0, &ctx) == 0);
  shmem_int_put(&there, &here, 1, right);
  shmem_barrier_all();
  CHECK(there == 3 && shmem_long_atomic_fetch_add(&word, 1, right) == 0);
  CHECK(pshmem_my_pe() == me && p_num_pes() == pes);
  shmem_finalize();
  CHECK(puts_seen == 1 && barriers == 1 && quiets == 0 && syncs == 0 && fetches == 1 && contexts == 0);
  return 0;
}
