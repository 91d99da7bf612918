// ranks: 2
// The pieces of a read list have arrived after gaspi_wait; FIXED loads only what is not part of them before.
#include <GASPI.h>
#include "scenario.h"

int main(void) {
  int *data = start();
  if (rank == 0) {
    gaspi_segment_id_t segments[3] = {SEGMENT, SEGMENT, SEGMENT};
    gaspi_offset_t here[3] = {AT(0), AT(10), AT(20)}, there[3] = {AT(100), AT(110), AT(120)};
    gaspi_size_t sizes[3] = {2 * sizeof(int), 0, 2 * sizeof(int)};
    gaspi_read_list(3, segments, here, 1, segments, there, sizes, 0, GASPI_BLOCK); // RACE
    sink = data[2] + data[10];
#ifndef FIXED
    sink = data[20]; // RACE
#endif
    gaspi_wait(0, GASPI_BLOCK);
    sink = data[20];
  }
  return finish();
}
