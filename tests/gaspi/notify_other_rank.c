// ranks: 3
// A notification orders the writes to the rank that it goes to, not those to others; FIXED notifies the rank that was
// written to.
#include <GASPI.h>
#include "scenario.h"

int main(void) {
  int *data = start();
  if (rank == 0) {
    gaspi_write(SEGMENT, AT(0), 1, SEGMENT, AT(8), sizeof(int), 0, GASPI_BLOCK); // RACE
#ifdef FIXED
    gaspi_notify(SEGMENT, 1, 0, 1, 0, GASPI_BLOCK);
#else
    gaspi_notify(SEGMENT, 2, 0, 1, 0, GASPI_BLOCK);
#endif
    gaspi_wait(0, GASPI_BLOCK);
  }
#ifndef FIXED
  if (rank == 2) {
    see(0);
    gaspi_notify(SEGMENT, 1, 0, 1, 0, GASPI_BLOCK);
    gaspi_wait(0, GASPI_BLOCK);
  }
#endif
  if (rank == 1) {
    see(0);
    sink = data[8]; // RACE
  }
  return finish();
}
