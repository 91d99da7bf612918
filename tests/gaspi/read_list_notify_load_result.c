// ranks: 2
// The pieces of read_list_notify are there when its notification is seen at home; FIXED waits for that.
#include <GASPI.h>
#include "scenario.h"

int main(void) {
  int *data = start();
  if (rank == 0) {
    gaspi_segment_id_t segments[3] = {SEGMENT, SEGMENT, SEGMENT};
    gaspi_offset_t here[3] = {AT(0), AT(10), AT(20)}, there[3] = {AT(100), AT(110), AT(120)};
    gaspi_size_t sizes[3] = {2 * sizeof(int), 0, 2 * sizeof(int)};
    gaspi_read_list_notify(3, segments, here, 1, segments, there, sizes, SEGMENT, 4, 0, GASPI_BLOCK); // RACE
#ifdef FIXED
    see(4);
#endif
    sink = data[21]; // RACE
#ifndef FIXED
    see(4);
#endif
    gaspi_wait(0, GASPI_BLOCK);
  }
  return finish();
}
