// ranks: 2
// All pieces of write_list_notify have arrived when its notification is seen, and not before; FIXED loads then.
#include <GASPI.h>
#include "scenario.h"

int main(void) {
  int *data = start();
  if (rank == 0) {
    gaspi_segment_id_t segments[3] = {SEGMENT, SEGMENT, SEGMENT};
    gaspi_offset_t here[3] = {AT(0), AT(10), AT(20)}, there[3] = {AT(100), AT(110), AT(120)};
    gaspi_size_t sizes[3] = {2 * sizeof(int), 0, 2 * sizeof(int)};
    gaspi_write_list_notify(3, segments, here, 1, segments, there, sizes, SEGMENT, 5, 9, 0, GASPI_BLOCK); // RACE
    gaspi_wait(0, GASPI_BLOCK);
  } else {
#ifndef FIXED
    sink = data[121]; // RACE
#endif
    see(5);
    sink = data[100] + data[121];
  }
  return finish();
}
