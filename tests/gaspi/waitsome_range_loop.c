// ranks: 4
// A loop over a range of notifications, with the data of each when it is seen; FIXED does not look at the next one
// early.
#include <GASPI.h>
#include "scenario.h"

int main(void) {
  int *data = start();
  if (rank > 0) {
    data[0] = rank;
    gaspi_write_notify(SEGMENT, AT(0), 0, SEGMENT, AT(8 + rank), sizeof(int), rank, rank, 0, GASPI_BLOCK); // RACE
    gaspi_wait(0, GASPI_BLOCK);
  } else {
    int sum = 0;
    for (int i = 1; i < ranks; i++) {
      gaspi_notification_id_t first;
      gaspi_notification_t value;
      gaspi_notify_waitsome(SEGMENT, 1, ranks - 1, &first, GASPI_BLOCK);
      gaspi_notify_reset(SEGMENT, first, &value);
      if (value != first) exit(1);
#ifndef FIXED
      if (i == 1) sum += data[8 + (first == 1 ? 2 : 1)]; // RACE
#endif
      sum += data[8 + first];
    }
    sink = sum;
  }
  return finish();
}
