// ranks: 3
// Two ranks set the same notification with the same value: one sight of it does not say whose it was. FIXED gives
// each its own.
#include <GASPI.h>
#include "scenario.h"

int main(void) {
  int *data = start();
  if (rank > 0) {
#ifdef FIXED
    gaspi_notification_id_t id = rank;
#else
    gaspi_notification_id_t id = 0;
    if (rank == 2) see(5);
    else gaspi_notify(SEGMENT, 2, 5, 1, 1, GASPI_BLOCK), gaspi_wait(1, GASPI_BLOCK);
#endif
    gaspi_write_notify(SEGMENT, AT(0), 0, SEGMENT, AT(8 + rank), sizeof(int), id, 1, 0, GASPI_BLOCK); // RACE
    gaspi_wait(0, GASPI_BLOCK);
  }
  barrier();
  if (rank == 0) {
#ifdef FIXED
    see(1);
#else
    see(0);
#endif
    sink = data[9]; // RACE
  }
  return finish();
}
