// ranks: 3
// Two ranks set the same notification with different values, and the value says whose data is there; FIXED believes
// it.
#include <GASPI.h>
#include "scenario.h"

int main(void) {
  int *data = start();
  if (rank > 0) {
    if (rank == 2) see(5);
    gaspi_write_notify(SEGMENT, AT(0), 0, SEGMENT, AT(8 + rank), sizeof(int), 0, rank, 0, GASPI_BLOCK); // RACE
    gaspi_wait(0, GASPI_BLOCK);
    if (rank == 1) {
      usleep(10000);
      gaspi_notify(SEGMENT, 2, 5, 1, 0, GASPI_BLOCK);
      gaspi_wait(0, GASPI_BLOCK);
    }
  } else {
    gaspi_notification_t value = see(0);
#ifdef FIXED
    sink = data[8 + value];
#else
    sink = data[8 + 3 - value]; // RACE
#endif
    barrier();
  }
  if (rank > 0) barrier();
  return finish();
}
