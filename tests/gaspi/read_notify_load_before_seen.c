// ranks: 2
// The data of read_notify is there when its notification is seen at home; FIXED waits for that.
#include <GASPI.h>
#include "scenario.h"

int main(void) {
  int *data = start();
  if (rank == 0) {
    gaspi_read_notify(SEGMENT, AT(0), 1, SEGMENT, AT(8), sizeof(int), 4, 0, GASPI_BLOCK); // RACE
#ifdef FIXED
    see(4);
#endif
    sink = data[0]; // RACE
#ifndef FIXED
    see(4);
#endif
    gaspi_wait(0, GASPI_BLOCK);
  }
  return finish();
}
