// ranks: 2
// A request that finds its queue full does nothing; FIXED changes only what such a request would have sent.
#include <GASPI.h>
#include "scenario.h"

int main(void) {
  int *data = start();
  if (rank == 0) {
    gaspi_number_t most;
    gaspi_queue_size_max(&most);
    for (gaspi_number_t i = 0; i < most; i++) check(gaspi_notify(SEGMENT, 1, 0, 1, 1, GASPI_BLOCK));
#ifdef FIXED
    if (gaspi_write(SEGMENT, AT(20), 1, SEGMENT, AT(40), sizeof(int), 1, GASPI_TEST) == GASPI_SUCCESS) exit(1);
#else
    if (gaspi_write(SEGMENT, AT(20), 1, SEGMENT, AT(40), sizeof(int), 2, GASPI_TEST) != GASPI_SUCCESS) exit(1); // RACE
#endif
    data[20] = 1; // RACE
    gaspi_wait(1, GASPI_BLOCK);
    gaspi_wait(2, GASPI_BLOCK);
  }
  return finish();
}
