// ranks: 2
// A notification says nothing of writes that are posted after it; FIXED posts it after the write.
#include <GASPI.h>
#include "scenario.h"

int main(void) {
  int *data = start();
  if (rank == 0) {
#ifndef FIXED
    gaspi_notify(SEGMENT, 1, 0, 1, 0, GASPI_BLOCK);
#endif
    gaspi_write(SEGMENT, AT(0), 1, SEGMENT, AT(8), sizeof(int), 0, GASPI_BLOCK); // RACE
#ifdef FIXED
    gaspi_notify(SEGMENT, 1, 0, 1, 0, GASPI_BLOCK);
#endif
    gaspi_wait(0, GASPI_BLOCK);
  } else {
    see(0);
    sink = data[8]; // RACE
  }
  return finish();
}
