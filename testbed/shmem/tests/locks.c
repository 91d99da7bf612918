// Locks: mutual exclusion, what was put under a lock is seen under it, and trying.
#include "check.h"

enum { ROUNDS = 200 };

static long lock, other_lock, counter, history[3];

int main(void) {
  start();
  for (int i = 0; i < ROUNDS; i++) {
    if (i % 2 == 0)
      shmem_set_lock(&lock);
    else
      while (shmem_test_lock(&lock)) continue;
    long seen = shmem_long_g(&counter, pes - 1), before[3];
    shmem_long_get(before, history, 3, pes - 1);
    for (int k = 0; k < 3; k++) CHECK(before[k] == seen);
    for (int k = 0; k < 3; k++) before[k] = seen + 1;
    shmem_long_put(history, before, 3, pes - 1);
    shmem_long_p(&counter, seen + 1, pes - 1);
    shmem_clear_lock(&lock); // completes both
  }
  shmem_barrier_all();
  CHECK(shmem_long_g(&counter, pes - 1) == ROUNDS * pes);
  if (me == 0) CHECK(shmem_test_lock(&other_lock) == 0);
  shmem_barrier_all();
  CHECK(shmem_test_lock(&other_lock) == 1);
  shmem_barrier_all();
  if (me == 0) shmem_clear_lock(&other_lock);
  shmem_set_lock(&other_lock);
  shmem_clear_lock(&other_lock);
  shmem_finalize();
  return 0;
}
