// ranks: 2
// A notification that is not reset is seen again, and is still the old one; FIXED resets it before the next.
#include <GASPI.h>
#include "scenario.h"

int main(void) {
  int *data = start();
  gaspi_notification_id_t first;
  if (rank == 0) {
    gaspi_write_notify(SEGMENT, AT(0), 1, SEGMENT, AT(8), sizeof(int), 0, 1, 0, GASPI_BLOCK);
    see(1);
    gaspi_write_notify(SEGMENT, AT(0), 1, SEGMENT, AT(9), sizeof(int), 0, 1, 0, GASPI_BLOCK); // RACE
    gaspi_wait(0, GASPI_BLOCK);
  } else {
    gaspi_notify_waitsome(SEGMENT, 0, 1, &first, GASPI_BLOCK);
#ifdef FIXED
    gaspi_notify_reset(SEGMENT, 0, NULL);
#endif
    sink = data[8];
    gaspi_notify(SEGMENT, 0, 1, 1, 0, GASPI_BLOCK);
    gaspi_wait(0, GASPI_BLOCK);
    gaspi_notify_waitsome(SEGMENT, 0, 1, &first, GASPI_BLOCK);
    sink = data[9]; // RACE
  }
  return finish();
}
