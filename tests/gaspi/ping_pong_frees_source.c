// ranks: 2
// A ping that was seen and answered has left its source, also without gaspi_wait; FIXED waits for the answer.
#include <GASPI.h>
#include "scenario.h"

int main(void) {
  int *data = start();
  if (rank == 0) {
    gaspi_write_notify(SEGMENT, AT(0), 1, SEGMENT, AT(8), sizeof(int), 0, 1, 0, GASPI_BLOCK); // RACE
#ifdef FIXED
    see(1);
#endif
    data[0] = 9; // RACE
#ifndef FIXED
    see(1);
#endif
    gaspi_wait(0, GASPI_BLOCK);
  } else {
    see(0);
    sink = data[8];
    gaspi_notify(SEGMENT, 0, 1, 1, 0, GASPI_BLOCK);
    gaspi_wait(0, GASPI_BLOCK);
  }
  return finish();
}
