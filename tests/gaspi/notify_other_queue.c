// ranks: 2
// A notification is ordered only after the writes of its own queue; FIXED uses the same queue.
#include <GASPI.h>
#include "scenario.h"

int main(void) {
  int *data = start();
#ifdef FIXED
  gaspi_queue_id_t queue = 0;
#else
  gaspi_queue_id_t queue = 1;
#endif
  if (rank == 0) {
    gaspi_write(SEGMENT, AT(0), 1, SEGMENT, AT(8), sizeof(int), 0, GASPI_BLOCK); // RACE
    gaspi_notify(SEGMENT, 1, 0, 1, queue, GASPI_BLOCK);
    gaspi_wait(0, GASPI_BLOCK);
    gaspi_wait(queue, GASPI_BLOCK);
  } else {
    see(0);
    sink = data[8]; // RACE
  }
  return finish();
}
