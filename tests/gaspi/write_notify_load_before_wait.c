// ranks: 2
// The target reads what is written to it before it has seen the notification.
#include <GASPI.h>

int main(void) {
  gaspi_rank_t rank;
  gaspi_pointer_t base;
  gaspi_notification_id_t id;
  gaspi_notification_t value;
  int seen = 0;
  gaspi_proc_init(GASPI_BLOCK);
  gaspi_proc_rank(&rank);
  gaspi_segment_create(0, 64, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);
  gaspi_segment_ptr(0, &base);
  int *data = base;
  if (rank == 0) {
    data[0] = 42;
    gaspi_write_notify(0, 0, 1, 0, 32, sizeof(int), 3, 1, 0, GASPI_BLOCK); // RACE
    gaspi_wait(0, GASPI_BLOCK);
  } else {
#ifndef FIXED
    seen = data[8]; // RACE
#endif
    gaspi_notify_waitsome(0, 3, 1, &id, GASPI_BLOCK);
    gaspi_notify_reset(0, id, &value);
#ifdef FIXED
    seen = data[8];
#endif
  }
  gaspi_proc_term(GASPI_BLOCK);
  return seen == 41;
}
