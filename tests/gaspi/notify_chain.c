// ranks: 3
// A notification is passed on, and with it what its first sender did; FIXED passes it on after it was seen.
#include <GASPI.h>
#include "scenario.h"

int main(void) {
  int *data = start();
  if (rank == 0) {
    data[0] = 3; // RACE
    gaspi_notify(SEGMENT, 1, 0, 1, 0, GASPI_BLOCK);
    gaspi_wait(0, GASPI_BLOCK);
  }
  if (rank == 1) {
#ifdef FIXED
    see(0);
#endif
    gaspi_notify(SEGMENT, 2, 0, 1, 0, GASPI_BLOCK);
    gaspi_wait(0, GASPI_BLOCK);
#ifndef FIXED
    see(0);
#endif
  }
  if (rank == 2) {
    see(0);
    gaspi_read(SEGMENT, AT(8), 0, SEGMENT, AT(0), sizeof(int), 0, GASPI_BLOCK); // RACE
    gaspi_wait(0, GASPI_BLOCK);
  }
  return finish();
}
