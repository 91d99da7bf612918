// ranks: 2
// Writes of one queue to one rank may overtake each other; FIXED writes to different places.
#include <GASPI.h>
#include "scenario.h"

int main(void) {
  int *data = start();
  if (rank == 0) {
    gaspi_write(SEGMENT, AT(0), 1, SEGMENT, AT(8), sizeof(int), 0, GASPI_BLOCK); // RACE
    gaspi_wait(0, GASPI_BLOCK);
#ifdef FIXED
    gaspi_write(SEGMENT, AT(1), 1, SEGMENT, AT(9), sizeof(int), 0, GASPI_BLOCK);
#else
    gaspi_write(SEGMENT, AT(1), 1, SEGMENT, AT(8), sizeof(int), 0, GASPI_BLOCK); // RACE
#endif
    gaspi_wait(0, GASPI_BLOCK);
  }
  sink = data[0];
  return finish();
}
