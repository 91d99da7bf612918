// ranks: 2
// The source of a write may be loaded at any time, but not stored to; FIXED only loads.
#include <GASPI.h>
#include "scenario.h"

int main(void) {
  int *data = start();
  if (rank == 0) {
    gaspi_write(SEGMENT, AT(0), 1, SEGMENT, AT(8), 2 * sizeof(int), 0, GASPI_BLOCK); // RACE
    sink = data[0];
#ifndef FIXED
    data[1]++; // RACE
#endif
    gaspi_wait(0, GASPI_BLOCK);
  }
  return finish();
}
