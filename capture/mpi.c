/* The part of the MPI capture that is written by hand: what to watch, and who held which lock when. */
#define _GNU_SOURCE
#include "mpi_hooks.h"

#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* ---- start and end ---- */

static int write_module(struct dl_phdr_info *info, size_t size, void *unused) {
  (void)size, (void)unused;
  char path[4096];
  if (info->dlpi_name[0] != 0) {
    snprintf(path, sizeof path, "%s", info->dlpi_name);
  } else { /* the executable has no name here */
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    path[length < 0 ? 0 : length] = 0;
  }
  uintptr_t end = 0;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    uintptr_t segment_end = info->dlpi_phdr[i].p_vaddr + info->dlpi_phdr[i].p_memsz;
    if (info->dlpi_phdr[i].p_type == PT_LOAD && segment_end > end) end = segment_end;
  }
  uint32_t words = (uint32_t)(strlen(path) / 8 + 1);
  uint64_t *record = fp_claim(FP_MODULE, 0, 0, words + 3);
  record[0] = info->dlpi_addr;
  record[1] = end;
  record[words + 1] = 0;
  __real_memcpy(record + 2, path, strlen(path) + 1);
  fp_commit();
  return 0;
}

static void write_process(void) {
  int rank, size;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  PMPI_Comm_size(MPI_COMM_WORLD, &size);
  uint64_t *record = fp_claim(FP_PROCESS, 0, 0, 4 + fp_constant_count);
  record[0] = (uint64_t)rank;
  record[1] = (uint64_t)size;
  record[2] = (uint64_t)getpid();
  for (unsigned i = 0; i < fp_constant_count; i++) record[3 + i] = fp_constant(i);
  fp_commit();
}

static void write_datatypes(void) {
  for (unsigned i = 0; i < fp_datatype_count; i++) {
    MPI_Aint lower, extent;
    int size;
    if (fp_datatype(i) == MPI_DATATYPE_NULL) continue;
    PMPI_Type_get_extent(fp_datatype(i), &lower, &extent);
    PMPI_Type_size(fp_datatype(i), &size);
    uint64_t *record = fp_claim(FP_DATATYPE, 0, 0, 5);
    record[0] = fp_word(fp_datatype(i));
    record[1] = i;
    record[2] = (uint64_t)size;
    record[3] = (uint64_t)extent;
    fp_commit();
  }
}

void fp_mpi_started(void) {
  if (!fp_ring_open()) return;
  write_process();
  write_datatypes();
  dl_iterate_phdr(write_module, NULL);
}

void fp_mpi_finished(void) { fp_ring_close(); }

/* ---- windows, and who holds which lock on them ---- */

enum { HELD = 1, USED = 2, FETCHED = 4, TICKETED = 8 };

struct window {
  uint64_t handle;
  int self, size;
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
    if ((window->targets[i] & (HELD | done | TICKETED)) != (HELD | done)) continue;
    window->targets[i] |= TICKETED;
    fresh = 1;
  }
  return fresh;
}

/* A lock on oneself is held on return, because loads and stores must be safe (MPI 4.1, 12.5.3); others may come later. */
uint64_t fp_locked(int target, MPI_Win win) {
  struct window *window = find(win);
  if (window == NULL || target < 0) return 0;
  window->targets[target] = HELD;
  if (target != window->self) return 0;
  window->targets[target] |= USED;
  return newly_held(window, target, USED) ? fp_ticket() : 0;
}

void fp_locked_all(MPI_Win win) {
  struct window *window = find(win);
  if (window != NULL) __real_memset(window->targets, HELD, (size_t)window->size);
}

/* After a flush the lock was acquired, if anything was sent under it. */
uint64_t fp_held_ticket(int target, MPI_Win win) {
  struct window *window = find(win);
  return window != NULL && newly_held(window, target, USED) ? fp_ticket() : 0;
}

/* After a local flush it was acquired if anything was fetched under it: what arrived was read under the lock. */
uint64_t fp_fetched_ticket(int target, MPI_Win win) {
  struct window *window = find(win);
  return window != NULL && newly_held(window, target, FETCHED) ? fp_ticket() : 0;
}

/* Before an unlock: what it would do anyway is done first, so that the ticket is taken while the lock is held. */
uint64_t fp_unlock_ticket(int target, MPI_Win win) {
  fp_enter();
  struct window *window = find(win);
  int fresh = window != NULL && newly_held(window, target, USED);
  fp_leave();
  if (!fresh) return 0;
  if (target == FP_EVERY_TARGET) PMPI_Win_flush_all(win);
  else PMPI_Win_flush(target, win);
  return fp_ticket();
}

void fp_unlocked(int target, MPI_Win win) {
  struct window *window = find(win);
  fp_completed(win, target);
  if (window == NULL) return;
  for (int i = 0; i < window->size; i++)
    if (target == FP_EVERY_TARGET || target == i) window->targets[i] = 0;
}

/* ---- buffers in flight ---- */

static void watch(const void *address, MPI_Count count, MPI_Datatype datatype, uint64_t win, int target, uint64_t request) {
  MPI_Aint lower, extent, true_lower, true_extent;
  if (target == MPI_PROC_NULL || count <= 0 || address == NULL) return;
  PMPI_Type_get_extent(datatype, &lower, &extent);
  PMPI_Type_get_true_extent(datatype, &true_lower, &true_extent);
  uintptr_t from = (uintptr_t)address + (uintptr_t)true_lower;
  uintptr_t to = from + (uintptr_t)true_extent + (uintptr_t)(extent * (count - 1));
  if (extent < 0) from += (uintptr_t)(extent * (count - 1));
  fp_watch_buffer(from, to, win, target, request);
}

static void mark(MPI_Win win, int target, int done) {
  struct window *window = find(win);
  if (window != NULL && target >= 0 && target < window->size) window->targets[target] |= (unsigned char)done;
}

void fp_origin(const void *address, MPI_Count count, MPI_Datatype datatype, int target, MPI_Win win) {
  watch(address, count, datatype, fp_word(win), target, 0);
  mark(win, target, USED);
}

void fp_result(const void *address, MPI_Count count, MPI_Datatype datatype, int target, MPI_Win win) {
  watch(address, count, datatype, fp_word(win), target, 0);
  mark(win, target, USED | FETCHED);
}

void fp_origin_of_request(const void *address, MPI_Count count, MPI_Datatype datatype, int target, MPI_Win win,
                          MPI_Request request) {
  watch(address, count, datatype, fp_word(win), target, fp_word(request));
  mark(win, target, USED);
}

/* Fetches by request: their completion proves that the lock of their epoch is held. */
struct fetch {
  uint64_t request;
  MPI_Win win;
  int target;
};
static struct fetch *fetches;
static size_t fetch_count, fetch_room;

void fp_result_of_request(const void *address, MPI_Count count, MPI_Datatype datatype, int target, MPI_Win win,
                          MPI_Request request) {
  watch(address, count, datatype, fp_word(win), target, fp_word(request));
  mark(win, target, USED | FETCHED);
  if (target == MPI_PROC_NULL) return;
  fetches = fp_room(fetches, &fetch_room, fetch_count + 1, sizeof *fetches);
  fetches[fetch_count++] = (struct fetch){fp_word(request), win, target};
}

void fp_buffer(const void *address, MPI_Count count, MPI_Datatype datatype, int peer, MPI_Request request) {
  watch(address, count, datatype, 0, peer, fp_word(request));
}

void fp_completed(MPI_Win win, int target) { fp_unwatch_target(fp_word(win), target); }

/* ---- requests ---- */

static __thread uint64_t *waiting;
static __thread size_t waiting_count, waiting_room;

void fp_waiting(int count, const MPI_Request *requests) {
  waiting = fp_room(waiting, &waiting_room, (size_t)(count > 0 ? count : 0), sizeof *waiting);
  waiting_count = 0;
  for (int i = 0; i < count; i++)
    if (requests[i] != MPI_REQUEST_NULL) waiting[waiting_count++] = fp_word(requests[i]);
}

/* Whether the request fetched something under a lock that was not known to be held. */
static int fetched_under_new_lock(uint64_t request) {
  int fresh = 0;
  for (size_t i = fetch_count; i-- > 0;) {
    if (fetches[i].request != request) continue;
    struct window *window = find(fetches[i].win);
    if (window != NULL) fresh |= newly_held(window, fetches[i].target, FETCHED);
    fetches[i] = fetches[--fetch_count];
  }
  return fresh;
}

uint64_t fp_waited(void) {
  int fresh = 0;
  for (size_t i = 0; i < waiting_count; i++) {
    fp_unwatch_request(waiting[i]);
    fresh |= fetched_under_new_lock(waiting[i]);
  }
  return fresh ? fp_ticket() : 0;
}

/* ---- communicators and groups ---- */

int fp_size(MPI_Comm comm) {
  int size, inter;
  PMPI_Comm_test_inter(comm, &inter);
  if (inter) PMPI_Comm_remote_size(comm, &size);
  else PMPI_Comm_size(comm, &size);
  return size;
}

int fp_size_at(int root, MPI_Comm comm) {
  int rank;
  PMPI_Comm_rank(comm, &rank);
  return rank == root ? fp_size(comm) : 0;
}

int fp_size_unless(int absent, MPI_Comm comm) { return absent ? 0 : fp_size(comm); }

int fp_group_ranks(MPI_Group group, const int **ranks) {
  static int *members, *own;
  static size_t members_room, own_room;
  MPI_Group world;
  int size = 0;
  *ranks = NULL;
  if (group == MPI_GROUP_NULL) return 0;
  PMPI_Group_size(group, &size);
  members = fp_room(members, &members_room, (size_t)size, sizeof *members);
  own = fp_room(own, &own_room, (size_t)size, sizeof *own);
  for (int i = 0; i < size; i++) own[i] = i;
  PMPI_Comm_group(MPI_COMM_WORLD, &world);
  if (size > 0) PMPI_Group_translate_ranks(group, size, own, world, members);
  PMPI_Group_free(&world);
  *ranks = members;
  return size;
}

int fp_comm_ranks(MPI_Comm comm, const int **ranks) {
  MPI_Group group;
  *ranks = NULL;
  if (comm == MPI_COMM_NULL) return 0;
  PMPI_Comm_group(comm, &group);
  int size = fp_group_ranks(group, ranks);
  PMPI_Group_free(&group);
  return size;
}
