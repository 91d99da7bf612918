// ranks: 2
// The owner changes one piece of what is being read; FIXED changes what is between the pieces.
#include <GASPI.h>
#include "scenario.h"

int main(void) {
  int *data = start();
  if (rank == 0) {
    gaspi_segment_id_t segments[3] = {SEGMENT, SEGMENT, SEGMENT};
    gaspi_offset_t here[3] = {AT(0), AT(10), AT(20)}, there[3] = {AT(100), AT(110), AT(120)};
    gaspi_size_t sizes[3] = {2 * sizeof(int), 0, 2 * sizeof(int)};
    gaspi_read_list(3, segments, here, 1, segments, there, sizes, 0, GASPI_BLOCK); // RACE
    gaspi_wait(0, GASPI_BLOCK);
  } else {
#ifdef FIXED
    data[119] = 1;
#else
    data[120] = 1; // RACE
#endif
  }
  return finish();
}
