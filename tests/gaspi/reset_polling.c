// ranks: 2
// A notification can also be polled by resetting it, and zero means that it was not there; FIXED looks at the value.
#include <GASPI.h>
#include "scenario.h"

int main(void) {
  int *data = start();
  gaspi_notification_t value;
  if (rank == 0) {
    usleep(1000);
    gaspi_write_notify(SEGMENT, AT(0), 1, SEGMENT, AT(8), sizeof(int), 0, 7, 0, GASPI_BLOCK); // RACE
    gaspi_wait(0, GASPI_BLOCK);
  } else {
#ifdef FIXED
    do
      gaspi_notify_reset(SEGMENT, 0, &value);
    while (value == 0);
#else
    gaspi_notify_reset(SEGMENT, 1, &value);
#endif
    sink = data[8]; // RACE
  }
  return finish();
}
