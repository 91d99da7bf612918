// ranks: 2
// A read is over at its target after the gaspi_wait of the reader, a barrier alone does not end it; FIXED waits
// before the barrier.
#include <GASPI.h>
#include "scenario.h"

int main(void) {
  int *data = start();
  if (rank == 0) {
    gaspi_read(SEGMENT, AT(0), 1, SEGMENT, AT(8), sizeof(int), 0, GASPI_BLOCK); // RACE
#ifdef FIXED
    gaspi_wait(0, GASPI_BLOCK);
#endif
  }
  barrier();
  if (rank == 1) data[8] = 3; // RACE
  gaspi_wait(0, GASPI_BLOCK);
  return finish();
}
