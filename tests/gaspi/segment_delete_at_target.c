// ranks: 2
// The target deletes the segment without knowing that what was written to it has arrived; FIXED sees the
// notification.
#include <GASPI.h>
#include "scenario.h"

int main(void) {
  int *data = start();
  check(gaspi_segment_create(1, 4096, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED));
  if (rank == 0) {
    gaspi_write_notify(1, AT(0), 1, 1, AT(8), sizeof(int), 0, 1, 0, GASPI_BLOCK); // RACE
    gaspi_wait(0, GASPI_BLOCK);
  }
  barrier();
#ifdef FIXED
  if (rank == 1) gaspi_notify_waitsome(1, 0, 1, &(gaspi_notification_id_t){0}, GASPI_BLOCK);
#endif
  if (rank == 1) gaspi_segment_delete(1); // RACE
  sink = data[0];
  return finish();
}
