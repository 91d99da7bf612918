// ranks: 3
// A plain write to a value that another rank updates atomically; FIXED swaps it in.
#include <GASPI.h>
#include "scenario.h"

int main(void) {
  int *data = start();
  gaspi_atomic_value_t old;
  if (rank == 1) check(gaspi_atomic_fetch_add(SEGMENT, 64, 0, 1, &old, GASPI_BLOCK)); // RACE
  if (rank == 2) {
#ifdef FIXED
    check(gaspi_atomic_compare_swap(SEGMENT, 64, 0, 7, 9, &old, GASPI_BLOCK));
#else
    gaspi_write(SEGMENT, AT(0), 0, SEGMENT, 64, 8, 0, GASPI_BLOCK); // RACE
#endif
    gaspi_wait(0, GASPI_BLOCK);
  }
  sink = data[0];
  return finish();
}
