// ranks: 3
// Two ranks write to the same place of a third; FIXED each to its own.
#include <GASPI.h>
#include "scenario.h"

int main(void) {
  int *data = start();
#ifdef FIXED
  int place = 8 + rank;
#else
  int place = 8;
#endif
  if (rank > 0) {
    gaspi_write(SEGMENT, AT(0), 0, SEGMENT, AT(place), sizeof(int), 0, GASPI_BLOCK); // RACE RACE
    gaspi_wait(0, GASPI_BLOCK);
  }
  sink = data[0];
  return finish();
}
