// ranks: 2
// gaspi_notify covers the data of an earlier write_notify of its queue, another write_notify does not; FIXED uses
// gaspi_notify.
#include <GASPI.h>
#include "scenario.h"

int main(void) {
  int *data = start();
  if (rank == 0) {
    gaspi_write_notify(SEGMENT, AT(0), 1, SEGMENT, AT(8), sizeof(int), 1, 1, 0, GASPI_BLOCK); // RACE
#ifdef FIXED
    gaspi_notify(SEGMENT, 1, 2, 1, 0, GASPI_BLOCK);
#else
    gaspi_write_notify(SEGMENT, AT(1), 1, SEGMENT, AT(9), sizeof(int), 2, 1, 0, GASPI_BLOCK);
#endif
    gaspi_wait(0, GASPI_BLOCK);
  } else {
    see(2);
    sink = data[8]; // RACE
    see(1);
  }
  return finish();
}
