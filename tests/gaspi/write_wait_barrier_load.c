// ranks: 2
// After gaspi_wait the data has left, but it may not have arrived, and a barrier does not change that; FIXED
// notifies.
#include <GASPI.h>
#include "scenario.h"

int main(void) {
  int *data = start();
  if (rank == 0) {
    gaspi_write(SEGMENT, AT(0), 1, SEGMENT, AT(8), sizeof(int), 0, GASPI_BLOCK); // RACE
#ifdef FIXED
    gaspi_notify(SEGMENT, 1, 0, 1, 0, GASPI_BLOCK);
#endif
    gaspi_wait(0, GASPI_BLOCK);
  }
  barrier();
#ifdef FIXED
  if (rank == 1) see(0);
#endif
  if (rank == 1) sink = data[8]; // RACE
  return finish();
}
