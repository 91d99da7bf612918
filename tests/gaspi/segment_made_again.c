// ranks: 2
// A number is used for another segment after the first was deleted; FIXED sees what is written to the second.
#include <GASPI.h>
#include "scenario.h"

int main(void) {
  int *data = start();
  gaspi_pointer_t base = NULL;
  for (int round = 0; round < 3; round++) {
    check(gaspi_segment_create(1, 4096 << round, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED));
    check(gaspi_segment_ptr(1, &base));
    int *more = base;
    if (rank == 0) {
      gaspi_write_notify(1, AT(0), 1, 1, AT(8), sizeof(int), 0, 1, 0, GASPI_BLOCK); // RACE
      gaspi_wait(0, GASPI_BLOCK);
    } else {
#ifndef FIXED
      if (round == 2) sink = more[8]; // RACE
#endif
      gaspi_notify_waitsome(1, 0, 1, &(gaspi_notification_id_t){0}, GASPI_BLOCK);
      gaspi_notify_reset(1, 0, NULL);
      sink = more[8];
    }
    barrier();
    check(gaspi_segment_delete(1));
    barrier();
  }
  sink = data[0];
  return finish();
}
