// ranks: 2
// gaspi_wait on another queue does not free the source; FIXED waits for the queue of the write.
#include <GASPI.h>
#include "scenario.h"

int main(void) {
  int *data = start();
  if (rank == 0) {
    gaspi_write(SEGMENT, AT(0), 1, SEGMENT, AT(8), sizeof(int), 1, GASPI_BLOCK); // RACE
#ifdef FIXED
    gaspi_wait(1, GASPI_BLOCK);
#else
    gaspi_wait(0, GASPI_BLOCK);
#endif
    data[0] = 7; // RACE
    gaspi_wait(1, GASPI_BLOCK);
  }
  return finish();
}
