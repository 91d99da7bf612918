// ranks: 2
// The result of an allreduce is written while a remote write goes to the same place; FIXED uses another place.
#include <GASPI.h>
#include "scenario.h"

int main(void) {
  int *data = start();
  int mine = 1;
  if (rank == 0) {
    gaspi_write(SEGMENT, AT(0), 1, SEGMENT, AT(8), sizeof(int), 0, GASPI_BLOCK); // RACE
    gaspi_wait(0, GASPI_BLOCK);
  }
#ifdef FIXED
  int *result = data + 9;
#else
  int *result = data + 8;
#endif
  gaspi_allreduce(&mine, result, 1, GASPI_OP_MAX, GASPI_TYPE_INT, GASPI_GROUP_ALL, GASPI_BLOCK); // RACE
  return finish();
}
