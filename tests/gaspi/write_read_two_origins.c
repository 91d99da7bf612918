// ranks: 3
// A rank reads what another one writes at a third; FIXED what is beside it.
#include <GASPI.h>
#include "scenario.h"

int main(void) {
  int *data = start();
  if (rank == 1) {
    gaspi_write(SEGMENT, AT(0), 0, SEGMENT, AT(8), 4 * sizeof(int), 0, GASPI_BLOCK); // RACE
    gaspi_wait(0, GASPI_BLOCK);
  }
  if (rank == 2) {
#ifdef FIXED
    gaspi_read(SEGMENT, AT(0), 0, SEGMENT, AT(12), 4 * sizeof(int), 0, GASPI_BLOCK);
#else
    gaspi_read(SEGMENT, AT(0), 0, SEGMENT, AT(11), 4 * sizeof(int), 0, GASPI_BLOCK); // RACE
#endif
    gaspi_wait(0, GASPI_BLOCK);
    sink = data[0];
  }
  return finish();
}
