// ranks: 2
// A write of no bytes has no data, but its notification counts; FIXED lets it come after the data.
#include <GASPI.h>
#include "scenario.h"

int main(void) {
  int *data = start();
  if (rank == 0) {
    gaspi_write(SEGMENT, AT(0), 1, SEGMENT, AT(8), sizeof(int), 0, GASPI_BLOCK); // RACE
#ifdef FIXED
    gaspi_notify(SEGMENT, 1, 0, 1, 0, GASPI_BLOCK);
#else
    gaspi_write_notify(SEGMENT, AT(0), 1, SEGMENT, AT(8), 0, 0, 1, 0, GASPI_BLOCK);
#endif
    gaspi_wait(0, GASPI_BLOCK);
  } else {
    see(0);
    sink = data[8]; // RACE
  }
  return finish();
}
