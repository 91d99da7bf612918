// ranks: 2
// The owner loads a value while it is updated atomically from afar; FIXED reads it atomically too.
#include <GASPI.h>
#include "scenario.h"

int main(void) {
  int *data = start();
  gaspi_atomic_value_t old;
  if (rank == 0) {
    check(gaspi_atomic_fetch_add(SEGMENT, 64, 1, 1, &old, GASPI_BLOCK)); // RACE
  } else {
#ifdef FIXED
    check(gaspi_atomic_fetch_add(SEGMENT, 64, 1, 0, &old, GASPI_BLOCK));
#else
    sink = data[16]; // RACE
#endif
  }
  sink = data[0];
  return finish();
}
