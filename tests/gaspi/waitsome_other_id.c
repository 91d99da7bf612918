// ranks: 2
// The notification that was seen is not that of the data; FIXED waits for the right one.
#include <GASPI.h>
#include "scenario.h"

int main(void) {
  int *data = start();
  if (rank == 0) {
    gaspi_notify(SEGMENT, 1, 1, 1, 0, GASPI_BLOCK);
    gaspi_write_notify(SEGMENT, AT(0), 1, SEGMENT, AT(8), sizeof(int), 2, 1, 0, GASPI_BLOCK); // RACE
    gaspi_wait(0, GASPI_BLOCK);
  } else {
#ifdef FIXED
    see(2);
#else
    see(1);
#endif
    sink = data[8]; // RACE
  }
  return finish();
}
