// ranks: 2
// What was stored before a barrier may be read after it; FIXED has the barrier.
#include <GASPI.h>
#include "scenario.h"

int main(void) {
  int *data = start();
  if (rank == 1) data[8] = 3; // RACE
#ifdef FIXED
  barrier();
#endif
  if (rank == 0) {
    gaspi_read(SEGMENT, AT(0), 1, SEGMENT, AT(8), sizeof(int), 0, GASPI_BLOCK); // RACE
    gaspi_wait(0, GASPI_BLOCK);
    sink = data[0];
  }
  return finish();
}
