// ranks: 3
// Segments that were made one by one lie at different addresses and have different sizes; FIXED loads beside the
// data.
#include <GASPI.h>
#include "scenario.h"

int main(void) {
  int *data = start();
  gaspi_pointer_t base;
  check(gaspi_segment_alloc(1, 4096 * (rank + 1), GASPI_MEM_INITIALIZED));
  check(gaspi_segment_ptr(1, &base));
  int *more = base;
  for (int r = 0; r < ranks; r++)
    if (r != rank) check(gaspi_segment_register(1, r, GASPI_BLOCK));
  barrier();
  gaspi_rank_t next = (rank + 1) % ranks;
  gaspi_write_notify(1, 4096 * rank, next, 1, 4096 * next + 64, 16, 0, 1, 0, GASPI_BLOCK); // RACE
#ifdef FIXED
  sink = more[1024 * rank + 20];
#else
  sink = more[1024 * rank + 19]; // RACE
#endif
  gaspi_notify_waitsome(1, 0, 1, &(gaspi_notification_id_t){0}, GASPI_BLOCK);
  gaspi_wait(0, GASPI_BLOCK);
  sink = data[0];
  return finish();
}
