// ranks: 2
// The notification of write_notify covers only its own data; FIXED sends both pieces with one write_list_notify.
#include <GASPI.h>
#include "scenario.h"

int main(void) {
  int *data = start();
  if (rank == 0) {
#ifdef FIXED
    gaspi_segment_id_t segments[2] = {SEGMENT, SEGMENT};
    gaspi_offset_t from[2] = {AT(0), AT(1)}, to[2] = {AT(8), AT(16)};
    gaspi_size_t sizes[2] = {sizeof(int), sizeof(int)};
    gaspi_write_list_notify(2, segments, from, 1, segments, to, sizes, SEGMENT, 0, 1, 0, GASPI_BLOCK);
#else
    gaspi_write(SEGMENT, AT(0), 1, SEGMENT, AT(8), sizeof(int), 0, GASPI_BLOCK); // RACE
    gaspi_write_notify(SEGMENT, AT(1), 1, SEGMENT, AT(16), sizeof(int), 0, 1, 0, GASPI_BLOCK);
#endif
    gaspi_wait(0, GASPI_BLOCK);
  } else {
    see(0);
    sink = data[16];
    sink = data[8]; // RACE
  }
  return finish();
}
