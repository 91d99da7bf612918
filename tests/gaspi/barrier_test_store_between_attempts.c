// ranks: 2
// A barrier that timed out goes on: it was entered with the first attempt, and what is stored before the next one
// comes after that. FIXED stores before the first.
#include <GASPI.h>
#include "scenario.h"

int main(void) {
  int *data = start();
  if (rank == 1) {
#ifdef FIXED
    data[8] = 3;
#endif
    gaspi_return_t outcome = gaspi_barrier(GASPI_GROUP_ALL, GASPI_TEST);
#ifndef FIXED
    data[8] = 3; // RACE
#endif
    while (outcome == GASPI_TIMEOUT) {
      usleep(100);
      outcome = gaspi_barrier(GASPI_GROUP_ALL, GASPI_TEST);
    }
    check(outcome);
  } else {
    usleep(20000);
    barrier();
    gaspi_read(SEGMENT, AT(0), 1, SEGMENT, AT(8), sizeof(int), 0, GASPI_BLOCK); // RACE
    gaspi_wait(0, GASPI_BLOCK);
    sink = data[0];
  }
  return finish();
}
