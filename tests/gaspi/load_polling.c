// ranks: 2
// Waiting for data by looking at the data; FIXED waits for a notification.
#include <GASPI.h>
#include "scenario.h"

int main(void) {
  int *data = start();
  volatile int *flag = data + 8;
  if (rank == 0) {
    data[0] = 1;
    gaspi_write_notify(SEGMENT, AT(0), 1, SEGMENT, AT(8), sizeof(int), 0, 1, 0, GASPI_BLOCK); // RACE
    gaspi_wait(0, GASPI_BLOCK);
  } else {
#ifdef FIXED
    see(0);
#endif
    while (*flag == 0) usleep(100); // RACE
  }
  return finish();
}
