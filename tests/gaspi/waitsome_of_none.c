// ranks: 2
// Waiting for none of the notifications succeeds at once and says nothing; FIXED waits for one.
#include <GASPI.h>
#include "scenario.h"

int main(void) {
  int *data = start();
  gaspi_notification_id_t first = 0;
  if (rank == 0) {
    gaspi_write_notify(SEGMENT, AT(0), 1, SEGMENT, AT(8), sizeof(int), 0, 1, 0, GASPI_BLOCK); // RACE
    gaspi_wait(0, GASPI_BLOCK);
  } else {
#ifdef FIXED
    gaspi_notify_waitsome(SEGMENT, 0, 1, &first, GASPI_BLOCK);
#else
    gaspi_notify_waitsome(SEGMENT, 0, 0, &first, GASPI_BLOCK);
#endif
    sink = data[8]; // RACE
  }
  return finish();
}
