// ranks: 2
// The target loads what is written to it before it has seen the notification; FIXED after it.
#include <GASPI.h>
#include "scenario.h"

int main(void) {
  int *data = start();
  if (rank == 0) {
    gaspi_write_notify(SEGMENT, AT(0), 1, SEGMENT, AT(8), sizeof(int), 3, 1, 0, GASPI_BLOCK); // RACE
    gaspi_wait(0, GASPI_BLOCK);
  } else {
#ifdef FIXED
    see(3);
#endif
    sink = data[8]; // RACE
#ifndef FIXED
    see(3);
#endif
  }
  return finish();
}
