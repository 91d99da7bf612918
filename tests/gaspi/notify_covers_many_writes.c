// ranks: 2
// One notification covers all earlier writes of its queue to its rank, but not a later one; FIXED loads only the
// earlier ones.
#include <GASPI.h>
#include "scenario.h"

int main(void) {
  int *data = start();
  if (rank == 0) {
    for (int i = 0; i < 100; i++) gaspi_write(SEGMENT, AT(i), 1, SEGMENT, AT(512 + i), sizeof(int), 0, GASPI_BLOCK);
    gaspi_notify(SEGMENT, 1, 0, 1, 0, GASPI_BLOCK);
    gaspi_write(SEGMENT, AT(100), 1, SEGMENT, AT(612), sizeof(int), 0, GASPI_BLOCK); // RACE
    gaspi_wait(0, GASPI_BLOCK);
  } else {
    see(0);
    for (int i = 0; i < 100; i++) sink = data[512 + i];
#ifndef FIXED
    sink = data[612]; // RACE
#endif
  }
  return finish();
}
