// ranks: 2
// Who has only tried a barrier knows nothing of the others; FIXED goes on until it succeeds.
#include <GASPI.h>
#include "scenario.h"

int main(void) {
  int *data = start();
  if (rank == 0) {
    see(0);
    data[8] = 3; // RACE
    barrier();
  } else {
    gaspi_return_t outcome = gaspi_barrier(GASPI_GROUP_ALL, 1);
    if (outcome != GASPI_TIMEOUT) exit(1);
    gaspi_notify(SEGMENT, 0, 0, 1, 0, GASPI_BLOCK);
    gaspi_wait(0, GASPI_BLOCK);
#ifdef FIXED
    while (outcome == GASPI_TIMEOUT) outcome = gaspi_barrier(GASPI_GROUP_ALL, 1);
#endif
    gaspi_read(SEGMENT, AT(0), 0, SEGMENT, AT(8), sizeof(int), 0, GASPI_BLOCK); // RACE
    gaspi_wait(0, GASPI_BLOCK);
#ifndef FIXED
    barrier();
#endif
    sink = data[0];
  }
  return finish();
}
