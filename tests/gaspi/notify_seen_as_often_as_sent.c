// ranks: 3
// Two ranks set the same notification one after the other, and both are taken: then both are known. FIXED takes the
// second one too.
#include <GASPI.h>
#include "scenario.h"

int main(void) {
  int *data = start();
  if (rank > 0) {
    if (rank == 2) see(1);
    gaspi_write_notify(SEGMENT, AT(0), 0, SEGMENT, AT(8 + rank), sizeof(int), 0, 1, 0, GASPI_BLOCK); // RACE
    gaspi_wait(0, GASPI_BLOCK);
  } else {
    see(0);
    gaspi_notify(SEGMENT, 2, 1, 1, 0, GASPI_BLOCK);
    gaspi_wait(0, GASPI_BLOCK);
#ifdef FIXED
    see(0);
#endif
    sink = data[10]; // RACE
#ifndef FIXED
    see(0);
#endif
    sink = data[9];
  }
  return finish();
}
