// ranks: 2
// The buffers of an allreduce that timed out are in use until it succeeds; FIXED leaves them alone.
#include <GASPI.h>
#include "scenario.h"

int main(void) {
  int *data = start();
  double mine[4] = {rank, 1, 2, 3}, sums[4];
  if (rank == 0) usleep(50000);
  gaspi_return_t outcome;
  do {
    outcome = gaspi_allreduce(mine, sums, 4, GASPI_OP_SUM, GASPI_TYPE_DOUBLE, GASPI_GROUP_ALL, 1); // RACE
#ifndef FIXED
    if (outcome == GASPI_TIMEOUT) mine[2] = 7; // RACE
#endif
  } while (outcome == GASPI_TIMEOUT);
  check(outcome);
  sink = (int)sums[0] + data[0];
  return finish();
}
