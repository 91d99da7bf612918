// ranks: 3
// Of a range of notifications, only the one that is returned was seen; FIXED loads what belongs to it.
#include <GASPI.h>
#include "scenario.h"

int main(void) {
  int *data = start();
  if (rank > 0) {
    gaspi_write_notify(SEGMENT, AT(0), 0, SEGMENT, AT(8 + rank), sizeof(int), rank, 1, 0, GASPI_BLOCK); // RACE
    gaspi_wait(0, GASPI_BLOCK);
  } else {
    gaspi_notification_id_t first;
    gaspi_notification_t value;
    gaspi_notify_waitsome(SEGMENT, 1, 2, &first, GASPI_BLOCK);
    gaspi_notify_reset(SEGMENT, first, &value);
#ifdef FIXED
    sink = data[8 + first];
#else
    sink = data[8 + 3 - first]; // RACE
#endif
  }
  return finish();
}
