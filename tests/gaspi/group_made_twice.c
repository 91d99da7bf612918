// ranks: 4
// Groups of the same members, and of overlapping ones, are told apart; FIXED uses the one with both.
#include <GASPI.h>
#include "scenario.h"

int main(void) {
  int *data = start();
  gaspi_group_t groups[3];
  for (int g = 0; g < 3; g++) {
    check(gaspi_group_create(&groups[g]));
    for (int r = g == 2 ? 1 : 0; r < (g == 2 ? 4 : 3); r++) check(gaspi_group_add(groups[g], r));
    if (rank < 3 ? g < 2 || rank > 0 : g == 2) check(gaspi_group_commit(groups[g], GASPI_BLOCK));
  }
  if (rank < 3) check(gaspi_barrier(groups[1], GASPI_BLOCK));
  if (rank == 3) data[8] = 3; // RACE
#ifdef FIXED
  if (rank > 0) check(gaspi_barrier(groups[2], GASPI_BLOCK));
#endif
  if (rank < 3) check(gaspi_barrier(groups[0], GASPI_BLOCK));
#ifndef FIXED
  if (rank > 0) check(gaspi_barrier(groups[2], GASPI_BLOCK));
#endif
  if (rank == 0) {
    gaspi_read(SEGMENT, AT(0), 3, SEGMENT, AT(8), sizeof(int), 0, GASPI_BLOCK); // RACE
    gaspi_wait(0, GASPI_BLOCK);
    sink = data[0];
  }
  return finish();
}
