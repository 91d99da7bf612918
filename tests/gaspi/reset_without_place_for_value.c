// ranks: 2
// A reset may be given no place for the value, and has then taken it all the same; FIXED resets the right one.
#include <GASPI.h>
#include "scenario.h"

int main(void) {
  int *data = start();
  gaspi_notification_id_t first;
  if (rank == 0) {
    gaspi_notify(SEGMENT, 1, 1, 7, 1, GASPI_BLOCK);
    gaspi_write_notify(SEGMENT, AT(0), 1, SEGMENT, AT(8), sizeof(int), 0, 7, 0, GASPI_BLOCK); // RACE
    gaspi_wait(0, GASPI_BLOCK);
    gaspi_wait(1, GASPI_BLOCK);
  } else {
#ifdef FIXED
    gaspi_notification_id_t id = 0;
#else
    gaspi_notification_id_t id = 1;
#endif
    while (gaspi_notify_waitsome(SEGMENT, id, 1, &first, GASPI_TEST) != GASPI_SUCCESS) usleep(100);
    gaspi_notify_reset(SEGMENT, id, NULL);
    sink = data[8]; // RACE
  }
  return finish();
}
