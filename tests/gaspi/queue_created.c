// ranks: 2
// A queue that was made is a queue of its own; FIXED waits for it.
#include <GASPI.h>
#include "scenario.h"

int main(void) {
  int *data = start();
  gaspi_queue_id_t queue;
  check(gaspi_queue_create(&queue, GASPI_BLOCK));
  if (rank == 0) {
    gaspi_read(SEGMENT, AT(0), 1, SEGMENT, AT(8), sizeof(int), queue, GASPI_BLOCK); // RACE
#ifdef FIXED
    gaspi_wait(queue, GASPI_BLOCK);
#else
    for (gaspi_queue_id_t q = 0; q < queue; q++) gaspi_wait(q, GASPI_BLOCK);
#endif
    sink = data[0]; // RACE
    gaspi_wait(queue, GASPI_BLOCK);
  }
  check(gaspi_queue_delete(queue));
  return finish();
}
