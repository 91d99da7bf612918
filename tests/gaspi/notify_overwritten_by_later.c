// ranks: 2
// A later notification of the same sender overwrites an earlier one; its value says how far the sender is. FIXED
// believes it.
#include <GASPI.h>
#include "scenario.h"

int main(void) {
  int *data = start();
  if (rank == 0) {
    for (int i = 1; i <= 3; i++) {
      gaspi_write(SEGMENT, AT(i), 1, SEGMENT, AT(8 + i), sizeof(int), 0, GASPI_BLOCK);
      gaspi_notify(SEGMENT, 1, 0, i, 0, GASPI_BLOCK);
    }
    gaspi_wait(0, GASPI_BLOCK);
    gaspi_notify(SEGMENT, 1, 1, 1, 1, GASPI_BLOCK);
    gaspi_write(SEGMENT, AT(4), 1, SEGMENT, AT(12), sizeof(int), 0, GASPI_BLOCK); // RACE
    gaspi_wait(0, GASPI_BLOCK);
    gaspi_wait(1, GASPI_BLOCK);
  } else {
    see(1);
    usleep(1000);
    gaspi_notification_t last = see(0);
    for (unsigned i = 1; i <= last; i++) sink = data[8 + i];
#ifndef FIXED
    sink = data[12]; // RACE
#endif
  }
  return finish();
}
