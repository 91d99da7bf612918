/* The part of the GASPI capture that is written by hand: what to watch, and which calls continue an earlier one. */
#include "gaspi_hooks.h"

#include <limits.h>

/* Names under which segments and the buffers of reductions are watched: neither pointers nor numbers, as handles of MPI are. */
static uint64_t segment_name(gaspi_segment_id_t segment) { return UINT64_C(1) << 63 | segment; }
static uint64_t reduction_name(gaspi_group_t group) { return UINT64_C(3) << 62 | group; }

/* ---- start and end ---- */

void fp_gaspi_started(void) {
  gaspi_rank_t rank, ranks;
  pgaspi_proc_rank(&rank);
  pgaspi_proc_num(&ranks);
  fp_begin(FP_GASPI, rank, ranks, fp_gaspi_constant_count, fp_gaspi_constant);
}

void fp_gaspi_finished(void) { fp_end(FP_GASPI); }

/* ---- segments ---- */

uint64_t fp_segment(gaspi_segment_id_t segment, gaspi_size_t size) {
  gaspi_pointer_t base = NULL;
  pgaspi_segment_ptr(segment, &base);
  fp_watch_window(segment_name(segment), (uintptr_t)base, (uintptr_t)base + size);
  return fp_word(base);
}

void fp_segment_deleted(gaspi_segment_id_t segment) { fp_unwatch_window(segment_name(segment)); }

/* ---- collectives ---- */

/* What of a group's collective is under way. */
enum { NOTHING, COLLECTIVE, WATCHED_REDUCTION };
static unsigned char under_way[UCHAR_MAX + 1];

int fp_first_attempt(gaspi_group_t group) {
  int first = under_way[group] == NOTHING;
  if (first) under_way[group] = COLLECTIVE;
  return first;
}

/* Between the attempts, the program may touch the buffers that the reduction is using. */
int fp_first_reduction(gaspi_group_t group, const void *send, const void *receive, size_t size, gaspi_timeout_t timeout) {
  int first = fp_first_attempt(group);
  if (first && timeout != GASPI_BLOCK) {
    fp_enter();
    fp_watch_window(reduction_name(group), (uintptr_t)send, (uintptr_t)send + size);
    fp_watch_window(reduction_name(group), (uintptr_t)receive, (uintptr_t)receive + size);
    fp_leave();
    under_way[group] = WATCHED_REDUCTION;
  }
  return first;
}

int fp_attempt_over(gaspi_group_t group, gaspi_return_t code) {
  if (code == GASPI_TIMEOUT) return 0;
  if (under_way[group] == WATCHED_REDUCTION) {
    fp_enter();
    fp_unwatch_window(reduction_name(group));
    fp_leave();
  }
  under_way[group] = NOTHING;
  return 1;
}

uint64_t fp_element_size(gaspi_datatype_t datatype) {
  switch (datatype) {
    case GASPI_TYPE_INT: return sizeof(gaspi_int);
    case GASPI_TYPE_UINT: return sizeof(gaspi_uint);
    case GASPI_TYPE_FLOAT: return sizeof(gaspi_float);
    case GASPI_TYPE_DOUBLE: return sizeof(gaspi_double);
    case GASPI_TYPE_LONG: return sizeof(gaspi_long);
    case GASPI_TYPE_ULONG: return sizeof(gaspi_ulong);
  }
  return 0;
}
