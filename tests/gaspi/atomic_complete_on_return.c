// ranks: 2
// An atomic operation is over when it returns, and a barrier tells others; FIXED has the barrier.
#include <GASPI.h>
#include "scenario.h"

int main(void) {
  int *data = start();
  gaspi_atomic_value_t old;
  if (rank == 0) check(gaspi_atomic_compare_swap(SEGMENT, 64, 1, 0, 5, &old, GASPI_BLOCK)); // RACE
#ifdef FIXED
  barrier();
#endif
  if (rank == 1) data[17] = 1; // RACE
  return finish();
}
