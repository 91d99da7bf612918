// ranks: 2
// The old value goes to a place that is being read from afar; FIXED to another one.
#include <GASPI.h>
#include "scenario.h"

int main(void) {
  int *data = start();
  gaspi_atomic_value_t *old = (gaspi_atomic_value_t *)(data + 32);
#ifdef FIXED
  old++;
#endif
  if (rank == 0) {
    check(gaspi_atomic_fetch_add(SEGMENT, 64, 1, 1, old, GASPI_BLOCK)); // RACE
  } else {
    gaspi_read(SEGMENT, AT(0), 0, SEGMENT, AT(32), 8, 0, GASPI_BLOCK); // RACE
    gaspi_wait(0, GASPI_BLOCK);
  }
  return finish();
}
