// ranks: 3
// An atomic at an offset that is no multiple of 8 is performed, and meets its neighbour; FIXED is aligned.
#include <GASPI.h>
#include "scenario.h"

#ifdef FIXED
#define OTHER AT(10)
#else
#define OTHER AT(9)
#endif

int main(void) {
  gaspi_atomic_value_t old;
  start();
  barrier();
  if (rank == 1) gaspi_atomic_fetch_add(SEGMENT, AT(8), 0, 1, &old, GASPI_BLOCK); // RACE
  if (rank == 2) gaspi_atomic_fetch_add(SEGMENT, OTHER, 0, 1, &old, GASPI_BLOCK); // RACE
  return finish();
}
