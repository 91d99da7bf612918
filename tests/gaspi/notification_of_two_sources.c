// ranks: 2
// One notification is seen that a write or a later post can have set. What both complete is complete: the data, if both are on one queue.
#include <GASPI.h>
#include "scenario.h"

#ifdef FIXED
#define SECOND 0
#else
#define SECOND 1
#endif

int main(void) {
  int *data = start();
  barrier();
  if (rank == 0) {
    gaspi_write_notify(SEGMENT, AT(0), 1, SEGMENT, AT(8), sizeof(int), 0, 1, 0, GASPI_BLOCK); // RACE
    gaspi_wait(0, GASPI_BLOCK);
    gaspi_notify(SEGMENT, 1, 0, 1, SECOND, GASPI_BLOCK);
    gaspi_wait(SECOND, GASPI_BLOCK);
  }
  barrier();
  if (rank == 1) {
    see(0);
    sink = data[8]; // RACE
  }
  return finish();
}
