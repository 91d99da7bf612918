// What the scenarios have in common: one segment of integers everywhere, and waiting for one notification.
#include <GASPI.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { SEGMENT = 0, INTS = 1024 };

static gaspi_rank_t rank, ranks;
static volatile int sink;

static inline void check(gaspi_return_t outcome) {
  if (outcome != GASPI_SUCCESS) {
    fprintf(stderr, "rank %d: %s\n", rank, gaspi_error_str(outcome));
    exit(1);
  }
}

static inline int *start(void) {
  gaspi_pointer_t base;
  check(gaspi_proc_init(GASPI_BLOCK));
  check(gaspi_proc_rank(&rank));
  check(gaspi_proc_num(&ranks));
  check(gaspi_segment_create(SEGMENT, INTS * sizeof(int), GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED));
  check(gaspi_segment_ptr(SEGMENT, &base));
  return base;
}

static inline int finish(void) {
  check(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK));
  check(gaspi_proc_term(GASPI_BLOCK));
  return 0;
}

static inline void barrier(void) { check(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK)); }

// Where an integer is in the segment.
#define AT(index) ((index) * sizeof(int))

// Waits for one notification and takes it; returns its value.
static inline gaspi_notification_t see(gaspi_notification_id_t id) {
  gaspi_notification_id_t first;
  gaspi_notification_t value;
  check(gaspi_notify_waitsome(SEGMENT, id, 1, &first, GASPI_BLOCK));
  check(gaspi_notify_reset(SEGMENT, first, &value));
  return value;
}
