// ranks: 2
// The source of a write is deleted before it was read; FIXED waits for the queue first.
#include <GASPI.h>
#include "scenario.h"

int main(void) {
  int *data = start();
  check(gaspi_segment_alloc(1, 4096, GASPI_MEM_INITIALIZED));
  if (rank == 0) {
    gaspi_write(1, AT(0), 1, SEGMENT, AT(8), sizeof(int), 0, GASPI_BLOCK); // RACE
#ifdef FIXED
    gaspi_wait(0, GASPI_BLOCK);
#endif
    gaspi_segment_delete(1); // RACE
    gaspi_wait(0, GASPI_BLOCK);
  }
  sink = data[0];
  return finish();
}
