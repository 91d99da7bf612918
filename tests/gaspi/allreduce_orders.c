// ranks: 2
// An allreduce orders all its members; FIXED does it between the store and the read.
#include <GASPI.h>
#include "scenario.h"

int main(void) {
  int *data = start();
  int one = 1, sum = 0;
  if (rank == 1) data[8] = 3; // RACE
#ifdef FIXED
  check(gaspi_allreduce(&one, &sum, 1, GASPI_OP_SUM, GASPI_TYPE_INT, GASPI_GROUP_ALL, GASPI_BLOCK));
#endif
  if (rank == 0) {
    gaspi_read(SEGMENT, AT(0), 1, SEGMENT, AT(8), sizeof(int), 0, GASPI_BLOCK); // RACE
    gaspi_wait(0, GASPI_BLOCK);
  }
  sink = data[0] + one + sum;
  return finish();
}
