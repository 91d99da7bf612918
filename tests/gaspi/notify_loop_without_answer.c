// ranks: 2
// The same notification in every iteration; without an answer the next data may come too early. FIXED answers.
#include <GASPI.h>
#include "scenario.h"

int main(void) {
  int *data = start();
  for (int i = 1; i <= 5; i++) {
    if (rank == 0) {
      data[0] = i;
      gaspi_write_notify(SEGMENT, AT(0), 1, SEGMENT, AT(8), sizeof(int), 0, i, 0, GASPI_BLOCK); // RACE
      gaspi_wait(0, GASPI_BLOCK);
      see(1);
    } else {
      see(0);
#ifndef FIXED
      gaspi_notify(SEGMENT, 0, 1, 1, 0, GASPI_BLOCK);
#endif
      sink = data[8]; // RACE
#ifdef FIXED
      gaspi_notify(SEGMENT, 0, 1, 1, 0, GASPI_BLOCK);
#endif
      gaspi_wait(0, GASPI_BLOCK);
    }
  }
  return finish();
}
