// ranks: 2
// Making a segment together orders its makers; FIXED stores before that.
#include <GASPI.h>
#include "scenario.h"

int main(void) {
  int *data = start();
#ifdef FIXED
  if (rank == 1) data[8] = 3;
#endif
  check(gaspi_segment_create(1, 64, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_UNINITIALIZED));
#ifndef FIXED
  if (rank == 1) data[8] = 3; // RACE
#endif
  if (rank == 0) {
    gaspi_read(SEGMENT, AT(0), 1, SEGMENT, AT(8), sizeof(int), 0, GASPI_BLOCK); // RACE
    gaspi_wait(0, GASPI_BLOCK);
    sink = data[0];
  }
  return finish();
}
