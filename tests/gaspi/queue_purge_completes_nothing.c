// ranks: 2
// Purging a queue says nothing of its requests; FIXED waits for it.
#include <GASPI.h>
#include "scenario.h"

int main(void) {
  int *data = start();
  if (rank == 0) {
    gaspi_write(SEGMENT, AT(0), 1, SEGMENT, AT(8), sizeof(int), 0, GASPI_BLOCK); // RACE
#ifdef FIXED
    gaspi_wait(0, GASPI_BLOCK);
#else
    gaspi_queue_purge(0, GASPI_BLOCK);
    gaspi_wait(0, GASPI_BLOCK);
#endif
    data[0] = 1; // RACE
  }
  return finish();
}
