// fails before-init: shmem_my_pe: called before shmem_init
// fails after-finalize: shmem_barrier_all: called after shmem_finalize
// fails twice: shmem_init: called a second time
// fails no-such-pe: shmem_int_p: there is no PE 1000
// fails negative-pe: shmem_getmem: there is no PE -1
// fails stack: shmem_long_put: the 8 bytes at 0x
// fails end-of-heap: are not symmetric
// fails malloc: shmem_long_atomic_inc: the 8 bytes at 0x
// fails constant: shmem_int_put: the 4 bytes at 0x
// fails misaligned: shmem_long_atomic_add: 0x
// fails active-set: shmem_barrier: the active set of 1000 PEs from 0, 2^0 apart, does not lie within
// fails not-in-set: shmem_broadcast64: this PE is not in the active set of 1 PEs from 0
// fails sync-value: pSync is not filled with SHMEM_SYNC_VALUE
// fails root: there is no PE 99 to be the root
// fails double-free: shmem_free: 0x
// fails foreign-free: is not allocated
// fails alignment: shmem_align: the alignment 24 is not a power of two
// fails sizes: shmem_malloc: all PEs must make the same call
// fails team: shmem_team_sync: the team is invalid
// fails context: shmem_ctx_int_put: the context is invalid
// fails default-context: shmem_ctx_destroy: the default context cannot be destroyed
// fails world-team: shmem_team_destroy: a predefined team cannot be destroyed
// fails lock: shmem_clear_lock: nobody holds the lock
// fails comparison: shmem_int_wait_until: there is no comparison 77
// fails signal: shmem_putmem_signal: there is no signal operation 9
// fails stride: shmem_int_iput: the strides 0 and 1 must be at least 1
// fails global-exit: leaving
#include "check.h"

#include <string.h>

static const int constant = 1;

int main(int argc, char **argv) {
  static long word, synchronisation[SHMEM_SYNC_SIZE], lock;
  static uint64_t signal;
  static int number;
  long on_stack = 0, *private = malloc(sizeof *private);
  const char *mistake = argc > 1 ? argv[1] : "";
#define MISTAKE(name) if (strcmp(mistake, name) == 0)
  MISTAKE("before-init") shmem_my_pe();
  for (int i = 0; i < SHMEM_SYNC_SIZE; i++) synchronisation[i] = SHMEM_SYNC_VALUE;
  start();
  char *heap = shmem_malloc(100);
  MISTAKE("twice") shmem_init();
  MISTAKE("no-such-pe") shmem_int_p(&number, 1, 1000);
  MISTAKE("negative-pe") shmem_getmem(&on_stack, heap, 1, -1);
  MISTAKE("stack") shmem_long_put(&on_stack, &word, 1, 0);
  MISTAKE("end-of-heap") shmem_putmem(heap, heap, (size_t)1 << 30, 0);
  MISTAKE("malloc") shmem_long_atomic_inc(private, 0);
  MISTAKE("constant") shmem_int_put((int *)&constant, &number, 1, 0);
  MISTAKE("misaligned") shmem_long_atomic_add((long *)(heap + 1), 1, 0);
  MISTAKE("active-set") shmem_barrier(0, 0, 1000, synchronisation);
  MISTAKE("not-in-set") {
    if (me > 0) shmem_broadcast64(&word, &word, 1, 0, 0, 0, 1, synchronisation);
    shmem_barrier_all();
  }
  MISTAKE("sync-value") {
    memset(synchronisation, 0, sizeof synchronisation);
    (shmem_sync)(0, 0, pes, synchronisation);
  }
  MISTAKE("root") shmem_long_broadcast(SHMEM_TEAM_WORLD, &word, &word, 1, 99);
  MISTAKE("double-free") {
    shmem_free(heap);
    shmem_free(heap);
  }
  MISTAKE("foreign-free") shmem_free(&word);
  MISTAKE("alignment") shmem_align(24, 10);
  MISTAKE("sizes") shmem_malloc(me == 0 ? 10 : 20);
  MISTAKE("team") shmem_team_sync(SHMEM_TEAM_INVALID);
  MISTAKE("context") shmem_ctx_int_put(SHMEM_CTX_INVALID, &number, &number, 1, 0);
  MISTAKE("default-context") shmem_ctx_destroy(SHMEM_CTX_DEFAULT);
  MISTAKE("world-team") shmem_team_destroy(SHMEM_TEAM_WORLD);
  MISTAKE("lock") shmem_clear_lock(&lock);
  MISTAKE("comparison") shmem_int_wait_until(&number, 77, 0);
  MISTAKE("signal") shmem_putmem_signal(heap, &number, 4, &signal, 1, 9, 0);
  MISTAKE("stride") shmem_int_iput(&number, &number, 0, 1, 1, 0);
  MISTAKE("global-exit") {
    if (me == pes - 1) {
      fprintf(stderr, "leaving\n");
      shmem_global_exit(3);
    }
    shmem_barrier_all();
  }
  free(private);
  shmem_finalize();
  MISTAKE("after-finalize") shmem_barrier_all();
  return 0;
}
