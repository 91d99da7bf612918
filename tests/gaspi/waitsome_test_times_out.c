// ranks: 2
// A wait that timed out has seen nothing; FIXED tries until it succeeds.
#include <GASPI.h>
#include "scenario.h"

int main(void) {
  int *data = start();
  gaspi_notification_id_t first;
  if (rank == 0) {
#ifndef FIXED
    see(1);
#endif
    gaspi_write_notify(SEGMENT, AT(0), 1, SEGMENT, AT(8), sizeof(int), 0, 1, 0, GASPI_BLOCK); // RACE
    gaspi_wait(0, GASPI_BLOCK);
  } else {
#ifdef FIXED
    while (gaspi_notify_waitsome(SEGMENT, 0, 1, &first, GASPI_TEST) == GASPI_TIMEOUT) usleep(100);
#else
    if (gaspi_notify_waitsome(SEGMENT, 0, 1, &first, GASPI_TEST) != GASPI_TIMEOUT) exit(1);
    gaspi_notify(SEGMENT, 0, 1, 1, 0, GASPI_BLOCK);
    gaspi_wait(0, GASPI_BLOCK);
#endif
    sink = data[8]; // RACE
  }
  return finish();
}
