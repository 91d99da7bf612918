// ranks: 2
// The source of a write is changed before gaspi_wait; FIXED after it.
#include <GASPI.h>
#include "scenario.h"

int main(void) {
  int *data = start();
  if (rank == 0) {
    gaspi_write(SEGMENT, AT(0), 1, SEGMENT, AT(8), sizeof(int), 0, GASPI_BLOCK); // RACE
#ifdef FIXED
    gaspi_wait(0, GASPI_BLOCK);
#endif
    data[0] = 7; // RACE
    gaspi_wait(0, GASPI_BLOCK);
  }
  return finish();
}
