// ranks: 2
// When the notification of a read is seen, the read is also over at its target, who may then be told; FIXED tells
// after that.
#include <GASPI.h>
#include "scenario.h"

int main(void) {
  int *data = start();
  if (rank == 0) {
    gaspi_read_notify(SEGMENT, AT(0), 1, SEGMENT, AT(8), sizeof(int), 4, 0, GASPI_BLOCK); // RACE
#ifdef FIXED
    see(4);
#endif
    gaspi_notify(SEGMENT, 1, 0, 1, 1, GASPI_BLOCK);
    gaspi_wait(1, GASPI_BLOCK);
#ifndef FIXED
    see(4);
#endif
    gaspi_wait(0, GASPI_BLOCK);
  } else {
    see(0);
    data[8] = 2; // RACE
  }
  return finish();
}
