// ranks: 2
// A rank that writes to itself must see its own notification too; FIXED does.
#include <GASPI.h>
#include "scenario.h"

int main(void) {
  int *data = start();
  gaspi_write_notify(SEGMENT, AT(0), rank, SEGMENT, AT(8), sizeof(int), 0, 1, 0, GASPI_BLOCK); // RACE
#ifdef FIXED
  see(0);
#endif
  sink = data[8]; // RACE
#ifndef FIXED
  see(0);
#endif
  gaspi_wait(0, GASPI_BLOCK);
  return finish();
}
