// ranks: 3
// The barrier of a group orders its members and nobody else; FIXED stores at a member.
#include <GASPI.h>
#include "scenario.h"

int main(void) {
  int *data = start();
  gaspi_group_t group;
  check(gaspi_group_create(&group));
  if (rank < 2) {
    check(gaspi_group_add(group, 0));
    check(gaspi_group_add(group, 1));
    check(gaspi_group_commit(group, GASPI_BLOCK));
  }

#ifdef FIXED
  if (rank == 1) data[8] = 3;
#else
  if (rank == 2) data[8] = 3; // RACE
#endif
  if (rank < 2) check(gaspi_barrier(group, GASPI_BLOCK));
  if (rank == 0) {
#ifdef FIXED
    gaspi_read(SEGMENT, AT(0), 1, SEGMENT, AT(8), sizeof(int), 0, GASPI_BLOCK);
#else
    gaspi_read(SEGMENT, AT(0), 2, SEGMENT, AT(8), sizeof(int), 0, GASPI_BLOCK); // RACE
#endif
    gaspi_wait(0, GASPI_BLOCK);
    sink = data[0];
  }
  return finish();
}
