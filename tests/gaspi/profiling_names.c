// ranks: 2
// A program that calls functions of GASPI by their profiling names.
#include <GASPI.h>
#include "scenario.h"

int main(void) {
  int *data = start();
  barrier();
  if (rank == 0) {
    pgaspi_write(SEGMENT, AT(0), 1, SEGMENT, AT(8), sizeof(int), 0, GASPI_BLOCK); // RACE
#ifdef FIXED
    pgaspi_notify(SEGMENT, 1, 0, 1, 0, GASPI_BLOCK);
#endif
    pgaspi_wait(0, GASPI_BLOCK);
  }
#ifdef FIXED
  if (rank == 1) see(0);
#endif
  if (rank == 1) sink = data[8]; // RACE
  return finish();
}
