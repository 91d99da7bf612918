// ranks: 2
// A new queue with the number of an old one knows nothing of the old requests; FIXED waits before the old one is
// deleted.
#include <GASPI.h>
#include "scenario.h"

int main(void) {
  int *data = start();
  gaspi_queue_id_t queue, again;
  check(gaspi_queue_create(&queue, GASPI_BLOCK));
  if (rank == 0) gaspi_write(SEGMENT, AT(0), 1, SEGMENT, AT(8), sizeof(int), queue, GASPI_BLOCK); // RACE
#ifdef FIXED
  gaspi_wait(queue, GASPI_BLOCK);
#endif
  check(gaspi_queue_delete(queue));
  check(gaspi_queue_create(&again, GASPI_BLOCK));
  if (again != queue) exit(1);
  gaspi_wait(again, GASPI_BLOCK);
  if (rank == 0) data[0] = 1; // RACE
  return finish();
}
