// ranks: 3
// Committing a group orders its members; FIXED stores before it.
#include <GASPI.h>
#include "scenario.h"

int main(void) {
  int *data = start();
  gaspi_group_t group;
#ifdef FIXED
  if (rank == 1) data[8] = 3;
#endif
  check(gaspi_group_create(&group));
  if (rank < 2) {
    check(gaspi_group_add(group, 1));
    check(gaspi_group_add(group, 0));
    check(gaspi_group_commit(group, GASPI_BLOCK));
  }
#ifndef FIXED
  if (rank == 1) data[8] = 3; // RACE
#endif
  if (rank == 0) {
    gaspi_read(SEGMENT, AT(0), 1, SEGMENT, AT(8), sizeof(int), 0, GASPI_BLOCK); // RACE
    gaspi_wait(0, GASPI_BLOCK);
    sink = data[0];
  }
  return finish();
}
