// ranks: 2
// Who uses a segment that was registered with him comes after the registration; FIXED stores before it.
#include <GASPI.h>
#include "scenario.h"

int main(void) {
  int *data = start();
  if (rank == 1) {
    gaspi_pointer_t base;
    check(gaspi_segment_alloc(1, 4096, GASPI_MEM_UNINITIALIZED));
    check(gaspi_segment_ptr(1, &base));
    int *more = base;
#ifdef FIXED
    more[3] = 5;
#endif
    check(gaspi_segment_register(1, 0, GASPI_BLOCK));
#ifndef FIXED
    more[3] = 5; // RACE
#endif
  } else {
    while (gaspi_read(SEGMENT, AT(0), 1, 1, AT(3), sizeof(int), 0, GASPI_BLOCK) != GASPI_SUCCESS) usleep(5000); // RACE
    gaspi_wait(0, GASPI_BLOCK);
    sink = data[0];
  }
  return finish();
}
