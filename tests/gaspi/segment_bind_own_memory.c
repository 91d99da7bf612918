// ranks: 2
// Memory of the program as a segment; FIXED leaves it alone until the read is over.
#include <GASPI.h>
#include "scenario.h"

int main(void) {
  int *data = start();
  static int own[256];
  check(gaspi_segment_bind(1, own, sizeof own, 0));
  check(gaspi_segment_register(1, 1 - rank, GASPI_BLOCK));
  barrier();
  if (rank == 0) {
    gaspi_read(SEGMENT, AT(0), 1, 1, AT(100), sizeof(int), 0, GASPI_BLOCK); // RACE
    gaspi_wait(0, GASPI_BLOCK);
  }
#ifdef FIXED
  barrier();
#endif
  if (rank == 1) own[100] = 1; // RACE
  sink = data[0];
  return finish();
}
