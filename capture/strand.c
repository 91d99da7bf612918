/*
 * Threads and tasks: who goes on as which strand, and what orders strands.
 *
 * A record that orders is written before the program lets others go on (a fork, a release, an end), or after it was let go on
 * itself (an acquire). All threads of the process write one after the other, so the reader has heard of a release before it
 * hears of the acquire that saw it.
 */
#define _GNU_SOURCE
#include "fencepost.h"

#include <pthread.h>

__thread uint32_t fp_strand;
int fp_concurrent;

/* Numbers that are free again, and the first one that was never used. */
static uint32_t *free_numbers;
static size_t free_count, free_room;
static uint32_t next_number = 1;

static uint64_t next_object = 1;

uint64_t fp_new_object(void) { return 1ull << 63 | __atomic_fetch_add(&next_object, 1, __ATOMIC_RELAXED) * FP_PARTS; }

void fp_share_stack(void) {
  uintptr_t here = (uintptr_t)__builtin_frame_address(0);
  if (here >= fp_private_to) return;
  fp_private_to = here > fp_private_from ? here : fp_private_from;
  fp_private_used = 1;
}

void fp_sync(enum fp_sync what, enum fp_construct construct, const void *pc, const uint64_t *words, unsigned count) {
  if (!fp_recording) return;
  fp_flush_own_accesses();
  if (what == FP_FORK || what == FP_RELEASE || what == FP_RENEW) fp_share_stack();
  uint64_t *record = fp_claim(FP_SYNC, (unsigned)what, (unsigned)construct, count + 2);
  record[0] = fp_word(pc);
  for (unsigned i = 0; i < count; i++) record[i + 1] = words[i];
  fp_commit();
}

static void sync_now(enum fp_sync what, enum fp_construct construct, const void *pc, const uint64_t *words, unsigned count) {
  if (!fp_recording || fp_concurrent == 0 || fp_inside) return; /* a strand alone is in order anyway */
  fp_enter();
  fp_sync(what, construct, pc, words, count);
  fp_leave();
}

/* ---- strands ---- */

uint32_t fp_fork(uint32_t parent, enum fp_construct construct, const void *pc) {
  fp_enter();
  uint32_t child = free_count > 0 ? free_numbers[--free_count] : next_number++;
  const uint64_t words[] = {parent, child};
  fp_sync(FP_FORK, construct, pc, words, 2);
  fp_leave();
  return child;
}

struct fp_strand_before fp_become(uint32_t strand, uintptr_t first_frame) {
  struct fp_strand_before before = {fp_strand, fp_table, fp_private_to, fp_first_frame};
  void *own = fp_own_accesses();
  if (fp_private_from == 0) {
    fp_private_from = fp_stack_from();
    fp_private_used = 1; /* by a thread that had the same stack before, perhaps */
  }
  fp_enter();
  if (fp_recording) fp_flush_own_accesses();
  fp_forget_atomics();
  fp_strand = strand;
  fp_table = own;
  fp_private_to = fp_first_frame = fp_private_from == 0 ? 0 : first_frame; /* nothing, if the stack was not found */
  fp_leave();
  if (fp_private_to != 0 && fp_private_used) fp_fresh((const void *)fp_private_from, first_frame - fp_private_from);
  return before;
}

void fp_end_strand(const struct fp_strand_before *before, enum fp_construct construct, const uint64_t *objects, unsigned count) {
  fp_enter();
  fp_sync(FP_END_OF, construct, NULL, objects, count);
  free_numbers = fp_room(free_numbers, &free_room, free_count + 1, sizeof *free_numbers);
  free_numbers[free_count++] = fp_strand;
  fp_forget_atomics();
  uintptr_t shared_from = fp_private_to, shared_to = fp_first_frame;
  fp_strand = before->strand;
  fp_table = before->table;
  fp_private_to = before->private_to;
  fp_first_frame = before->first_frame;
  fp_leave();
  /* The strand that the thread goes on as may use this part of the stack in its turn, and have shared it before. */
  if (shared_from < shared_to && fp_private_to < shared_to) fp_fresh((const void *)shared_from, shared_to - shared_from);
}

void fp_release(uint64_t object, enum fp_construct construct, const void *pc) { sync_now(FP_RELEASE, construct, pc, &object, 1); }

void fp_acquire(uint64_t object, enum fp_construct construct, const void *pc) {
  if (construct == FP_CRITICAL || construct == FP_LOCK || construct == FP_MUTEX) fp_set_apart();
  sync_now(FP_ACQUIRE, construct, pc, &object, 1);
}

void fp_pass(uint64_t object, unsigned strands, enum fp_construct construct, const void *pc) {
  const uint64_t words[] = {object, strands};
  sync_now(FP_PASS, construct, pc, words, 2);
}

/* The strand at hand may stand still from here on: what it has done until now is told first. */
void fp_begin_concurrent(void) {
  fp_begin_threads();
  fp_enter();
  if (fp_recording) fp_flush_accesses();
  fp_leave();
  __atomic_fetch_add(&fp_concurrent, 1, __ATOMIC_SEQ_CST);
}

void fp_end_concurrent(void) { __atomic_fetch_sub(&fp_concurrent, 1, __ATOMIC_SEQ_CST); }
