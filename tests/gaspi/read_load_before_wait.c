// ranks: 2
// What is read has arrived after gaspi_wait, and not before; FIXED waits first.
#include <GASPI.h>
#include "scenario.h"

int main(void) {
  int *data = start();
  if (rank == 0) {
    gaspi_read(SEGMENT, AT(0), 1, SEGMENT, AT(8), sizeof(int), 0, GASPI_BLOCK); // RACE
#ifdef FIXED
    gaspi_wait(0, GASPI_BLOCK);
#endif
    sink = data[0]; // RACE
    gaspi_wait(0, GASPI_BLOCK);
  }
  return finish();
}
