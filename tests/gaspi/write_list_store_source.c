// ranks: 2
// The pieces of a list are sources until gaspi_wait, but a piece of size zero is none; FIXED stores there and between
// them.
#include <GASPI.h>
#include "scenario.h"

int main(void) {
  int *data = start();
  if (rank == 0) {
    gaspi_segment_id_t segments[3] = {SEGMENT, SEGMENT, SEGMENT};
    gaspi_offset_t here[3] = {AT(0), AT(10), AT(20)}, there[3] = {AT(100), AT(110), AT(120)};
    gaspi_size_t sizes[3] = {2 * sizeof(int), 0, 2 * sizeof(int)};
    gaspi_write_list(3, segments, here, 1, segments, there, sizes, 0, GASPI_BLOCK); // RACE
    data[2] = 1;
    data[10] = 1;
#ifndef FIXED
    data[21] = 1; // RACE
#endif
    gaspi_wait(0, GASPI_BLOCK);
  }
  return finish();
}
