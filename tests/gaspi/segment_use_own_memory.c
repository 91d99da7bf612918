// ranks: 2
// Memory of the heap as a segment of all; FIXED loads after it was told that the data is there.
#include <GASPI.h>
#include "scenario.h"

int main(void) {
  int *data = start();
  int *own = aligned_alloc(4096, 4096);
  check(gaspi_segment_use(1, own, 4096, GASPI_GROUP_ALL, GASPI_BLOCK, 0));
  if (rank == 0) {
    gaspi_write_notify(1, AT(0), 1, 1, AT(100), sizeof(int), 0, 1, 0, GASPI_BLOCK); // RACE
    gaspi_wait(0, GASPI_BLOCK);
  } else {
#ifndef FIXED
    sink = own[100]; // RACE
#endif
    gaspi_notify_waitsome(1, 0, 1, &(gaspi_notification_id_t){0}, GASPI_BLOCK);
    sink = own[100] + data[0];
  }
  barrier();
  return finish();
}
