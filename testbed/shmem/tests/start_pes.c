// The old way: start_pes, _my_pe, _num_pes, the header in mpp, constants with an underscore, and an end without finalisation.
#include <mpp/shmem.h>

#include "check.h"

#include <unistd.h>

static long synchronisation[_SHMEM_BCAST_SYNC_SIZE];
static long source[4], target[4], last;

// Registered before start_pes, it runs after the implicit finalisation.
static void check_end(void) {
  if (me == 0 && last != 99) {
    fprintf(stderr, "start_pes.c: the last put was not completed\n");
    _exit(1);
  }
}

int main(void) {
  atexit(check_end);
  for (int i = 0; i < _SHMEM_BCAST_SYNC_SIZE; i++) synchronisation[i] = _SHMEM_SYNC_VALUE;
  start_pes(0);
  learn_pes();
  CHECK(_my_pe() == me && _num_pes() == pes && _SHMEM_MAJOR_VERSION == 1);
  for (int i = 0; i < 4; i++) source[i] = me + i;
  shmem_barrier_all();
  shmem_broadcast64(target, source, 4, 0, 0, 0, pes, synchronisation);
  for (int i = 0; i < 4; i++) CHECK(target[i] == (me == 0 ? 0 : i));
  start_pes(0); // again: nothing
  if (me == pes - 1) shmem_long_p(&last, 99, 0);
  return 0;
}
