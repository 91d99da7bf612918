// ranks: 2
// The notification of a list belongs to the segment that the call names, and the same number in another segment is
// another one; FIXED waits in the right segment.
#include <GASPI.h>
#include "scenario.h"

int main(void) {
  int *data = start();
  gaspi_notification_id_t first;
  gaspi_notification_t value;
  check(gaspi_segment_create(1, 64, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED));
  if (rank == 0) {
    gaspi_segment_id_t segments[1] = {SEGMENT};
    gaspi_offset_t from[1] = {AT(0)}, to[1] = {AT(8)};
    gaspi_size_t sizes[1] = {sizeof(int)};
    gaspi_notify(SEGMENT, 1, 2, 1, 1, GASPI_BLOCK);
    gaspi_write_list_notify(1, segments, from, 1, segments, to, sizes, 1, 2, 1, 0, GASPI_BLOCK); // RACE
    gaspi_wait(0, GASPI_BLOCK);
    gaspi_wait(1, GASPI_BLOCK);
  } else {
#ifdef FIXED
    gaspi_segment_id_t segment = 1;
#else
    gaspi_segment_id_t segment = SEGMENT;
#endif
    check(gaspi_notify_waitsome(segment, 0, 8, &first, GASPI_BLOCK));
    check(gaspi_notify_reset(segment, first, &value));
    sink = data[8]; // RACE
  }
  return finish();
}
