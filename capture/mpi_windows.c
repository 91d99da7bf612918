/* The windows of this process: what they expose, what they promise, and who held which lock on them when. */
#include "mpi_hooks.h"

#include <stdlib.h>

/* What is known of the lock on a target: beside FP_USED and FP_FETCHED, these. */
enum { HELD = FP_FETCHED << 1, PROVED = FP_FETCHED << 2 };

#define MOST_UNPROVEN 1000

struct window {
  uint64_t handle;
  int self, size;
  int shared;             /* whether the memory of all members is mapped here */
  int unproven;           /* operations under locks that are not known to be held */
  unsigned char *targets; /* for each target, what is known of the lock on it */
};

static struct window *windows;
static size_t window_count, window_room;

static struct window *find(MPI_Win win) {
  for (size_t i = 0; i < window_count; i++)
    if (windows[i].handle == fp_word(win)) return &windows[i];
  return NULL;
}

void fp_window(MPI_Win win, MPI_Comm comm, void *base, MPI_Aint size) {
  struct window window = {.handle = fp_word(win)};
  PMPI_Comm_rank(comm, &window.self);
  PMPI_Comm_size(comm, &window.size);
  window.targets = calloc((size_t)window.size, 1);
  windows = fp_room(windows, &window_room, window_count + 1, sizeof *windows);
  windows[window_count++] = window;
  fp_watch_window(window.handle, (uintptr_t)base, (uintptr_t)base + (uintptr_t)size);
}

void fp_window_free(MPI_Win win) {
  fp_enter();
  struct window *window = find(win);
  fp_unwatch_window(fp_word(win));
  fp_unshare(fp_word(win));
  if (window != NULL) {
    free(window->targets);
    *window = windows[--window_count];
  }
  fp_leave();
}

/* Marks the held epochs in which something of the kind was done; whether one of them had not been marked before. */
static int newly_held(struct window *window, int target, int done) {
  int fresh = 0;
  for (int i = 0; i < window->size; i++) {
    if (target != FP_EVERY_TARGET && target != i) continue;
    if ((window->targets[i] & (HELD | done | PROVED)) != (HELD | done)) continue;
    window->targets[i] |= PROVED;
    fresh = 1;
  }
  return fresh;
}

/* Whether it is certain only now that the lock under which something was done is held. */
int fp_newly_held(MPI_Win win, int target, int done) {
  struct window *window = find(win);
  return window != NULL && newly_held(window, target, done);
}

void fp_lock_used(MPI_Win win, int target, int done) {
  struct window *window = find(win);
  if (window != NULL && target >= 0 && target < window->size) window->targets[target] |= (unsigned char)done;
}

/* A lock on memory that is mapped here is held on return: it protects loads and stores (MPI 4.1, 12.5.3). Others may come later. */
int fp_locked(int target, MPI_Win win) {
  struct window *window = find(win);
  fp_time_matters = 1;
  if (window == NULL || target < 0) return 0;
  window->targets[target] = HELD;
  if (target != window->self && !window->shared) return 0;
  window->targets[target] |= FP_USED;
  return newly_held(window, target, FP_USED);
}

void fp_locked_all(MPI_Win win) {
  struct window *window = find(win);
  fp_time_matters = 1;
  if (window != NULL) __real_memset(window->targets, HELD, (size_t)window->size);
}

/* After a flush the lock was acquired, if anything was sent under it. */
int fp_held(int target, MPI_Win win) { return fp_newly_held(win, target, FP_USED); }

/* After a local flush it was acquired if anything was fetched under it: what arrived was read under the lock. */
int fp_held_by_fetch(int target, MPI_Win win) { return fp_newly_held(win, target, FP_FETCHED); }

/* Before an unlock: what it would do anyway is done first, so that the call is recorded while the lock is held. */
int fp_unlocking(int target, MPI_Win win) {
  fp_enter();
  int fresh = fp_newly_held(win, target, FP_USED);
  fp_leave();
  if (!fresh) return 0;
  if (target == FP_EVERY_TARGET) PMPI_Win_flush_all(win);
  else PMPI_Win_flush(target, win);
  fp_settle();
  return 1;
}

/*
 * A program that only writes under a lock, and for long does nothing that proves the lock held, would fill the memory of the
 * analyser, which cannot place those operations: from time to time it is proved. For the program nothing is complete by that.
 */
int fp_overdue(int target, MPI_Win win) {
  fp_enter();
  struct window *window = find(win);
  int unproven = window != NULL && target >= 0 && target < window->size
                 && (window->targets[target] & (HELD | FP_USED | PROVED)) == (HELD | FP_USED);
  int overdue = unproven && ++window->unproven >= MOST_UNPROVEN;
  if (overdue) {
    window->unproven = 0;
    newly_held(window, target, FP_USED);
  }
  fp_leave();
  if (!overdue) return 0;
  PMPI_Win_flush(target, win);
  fp_settle();
  return 1;
}

void fp_unlocked(int target, MPI_Win win) {
  struct window *window = find(win);
  fp_completed(win, target);
  if (window == NULL) return;
  for (int i = 0; i < window->size; i++)
    if (target == FP_EVERY_TARGET || target == i) window->targets[i] = 0;
}

/* ---- windows over memory that comes and goes, or that others map too ---- */

/* To detach memory completes nothing: what is in flight meets its owner's accesses until it is free. So it stays watched. */
void fp_attached(MPI_Win win, void *base, MPI_Aint size) {
  fp_unwatch_from(fp_word(win), (uintptr_t)base);
  fp_watch_window(fp_word(win), (uintptr_t)base, (uintptr_t)base + (uintptr_t)size);
}

/* Every member's part of a shared window is mapped here too: loads and stores there touch that member's memory. */
void fp_shared_window(MPI_Win win, MPI_Comm comm) {
  int size = fp_size(comm);
  find(win)->shared = 1;
  for (int member = 0; member < size; member++) {
    MPI_Aint bytes;
    int unit;
    char *base;
    PMPI_Win_shared_query(win, member, &bytes, &unit, &base);
    fp_watch_window(fp_word(win), (uintptr_t)base, (uintptr_t)base + (uintptr_t)bytes);
    fp_share(fp_word(win), (uintptr_t)base, (uintptr_t)base + (uintptr_t)bytes);
    uint64_t *record = fp_claim(FP_SHARED, 0, 0, 5);
    record[0] = fp_word(win);
    record[1] = (uint64_t)member;
    record[2] = fp_word(base);
    record[3] = (uint64_t)bytes;
    fp_commit();
  }
}

/* ---- what a window promises (MPI 4.1, 12.2.1) ---- */

static int info_value(MPI_Info info, const char *key, char *value) {
  int there = 0;
  if (info != MPI_INFO_NULL) PMPI_Info_get(info, key, MPI_MAX_INFO_VAL - 1, value, &there);
  return there;
}

uint64_t fp_accumulate_ordering(MPI_Info info) {
  char value[MPI_MAX_INFO_VAL];
  static const char *const orders[] = {"rar", "raw", "war", "waw"};
  if (!info_value(info, "accumulate_ordering", value)) return UINT64_MAX;
  uint64_t kept = 0;
  for (int i = 0; i < 4; i++) kept |= (uint64_t)(strstr(value, orders[i]) != NULL) << i;
  return kept;
}

uint64_t fp_accumulate_ops(MPI_Info info) {
  char value[MPI_MAX_INFO_VAL];
  if (!info_value(info, "accumulate_ops", value)) return 0;
  return strcmp(value, "same_op") == 0 ? 1 : strcmp(value, "same_op_no_op") == 0 ? 2 : 0;
}

uint64_t fp_no_locks(MPI_Info info) {
  char value[MPI_MAX_INFO_VAL];
  return info_value(info, "no_locks", value) && strcmp(value, "true") == 0;
}
