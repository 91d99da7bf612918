/* The part of the MPI capture that is written by hand: what to watch, and who held which lock when. */
#define _GNU_SOURCE
#include "mpi_hooks.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* Datatypes that the analyser knows. */
static uint64_t *described;
static size_t described_count, described_room;

/* ---- start and end ---- */

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
    described = fp_room(described, &described_room, described_count + 1, sizeof *described);
    described[described_count++] = fp_word(fp_datatype(i));
  }
}

void fp_mpi_started(void) {
  int rank, size;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  PMPI_Comm_size(MPI_COMM_WORLD, &size);
  if (fp_begin(FP_MPI, rank, size, fp_mpi_constant_count, fp_mpi_constant)) write_datatypes();
}

void fp_mpi_finished(void) { fp_end(FP_MPI); }

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
  if (target == MPI_PROC_NULL || count <= 0 || address == MPI_IN_PLACE) return;
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

/* An element of an array of int, or of MPI_Count or MPI_Aint. */
static MPI_Count element(const void *array, size_t size, int i) {
  return size == sizeof(int) ? ((const int *)array)[i] : ((const MPI_Count *)array)[i];
}
_Static_assert(sizeof(MPI_Count) == sizeof(MPI_Aint), "arrays of both are read alike");

void fp_buffers(const void *address, int n, const void *counts, size_t count_size, const void *displacements,
                size_t displacement_size, MPI_Datatype datatype, MPI_Request request) {
  MPI_Aint lower, extent;
  if (n == 0 || address == MPI_IN_PLACE) return;
  PMPI_Type_get_extent(datatype, &lower, &extent);
  for (int i = 0; i < n; i++)
    watch((const char *)address + element(displacements, displacement_size, i) * extent, element(counts, count_size, i),
          datatype, 0, 0, fp_word(request));
}

void fp_buffers_typed(const void *address, int n, const void *counts, size_t count_size, const void *displacements,
                      size_t displacement_size, const MPI_Datatype *datatypes, MPI_Request request) {
  for (int i = 0; i < n && address != MPI_IN_PLACE; i++)
    watch((const char *)address + element(displacements, displacement_size, i), element(counts, count_size, i), datatypes[i],
          0, 0, fp_word(request));
}

void fp_file_buffer(const void *address, MPI_Count count, MPI_Datatype datatype, MPI_File file) {
  watch(address, count, datatype, 0, 0, fp_word(file));
}

/* What the thread is about to wait for. */
static __thread uint64_t *waiting;
static __thread size_t waiting_count, waiting_room;

/* ---- persistent requests ---- */

void fp_persistent(MPI_Request request) { fp_suspend_request(fp_word(request)); }

void fp_started(int count, const MPI_Request *requests) {
  for (int i = 0; i < count; i++) fp_resume_request(fp_word(requests[i]));
}

/* A request that is freed stays watched: its operation goes on, and nobody will say when it ends. */
void fp_freed(void) {
  if (waiting_count > 0) fp_forget_request(waiting[0]);
}

/* ---- memory that is lent ---- */

struct block {
  void *base;
  MPI_Aint size;
};
static struct block *blocks;
static size_t block_count, block_room;

void fp_allocated(void *base, MPI_Aint size) {
  blocks = fp_room(blocks, &block_room, block_count + 1, sizeof *blocks);
  blocks[block_count++] = (struct block){base, size};
}

void fp_free_allocated(void *base, const void *pc) {
  struct block freed = {base, 0};
  fp_enter();
  for (size_t i = block_count; i-- > 0 && freed.size == 0;)
    if (blocks[i].base == base) {
      freed = blocks[i];
      blocks[i] = blocks[--block_count];
    }
  fp_leave();
  fp_free(base, (size_t)freed.size, pc);
}

static char buffered_sends; /* its address stands for the request that they are */

void fp_attached_buffer(void *buffer, MPI_Count size) {
  fp_watch_buffer((uintptr_t)buffer, (uintptr_t)buffer + (uintptr_t)size, 0, 0, fp_word(&buffered_sends));
}

void fp_detached_buffer(void) { fp_unwatch_request(fp_word(&buffered_sends)); }

/* ---- values ---- */

/* A fetch whose result is on its way. */
struct fetching {
  uint64_t number, window, request;
  const void *result;
  int size, target;
  int fortran_handle;
};
static struct fetching *fetching;
static size_t fetching_count, fetching_room;

/* Sign-extended, so that arithmetic on it is arithmetic on the element. */
static uint64_t load(const void *address, int size) {
  switch (size) {
    case 1: return (uint64_t)(int64_t) * (const int8_t *)address;
    case 2: return (uint64_t)(int64_t) * (const int16_t *)address;
    case 4: return (uint64_t)(int64_t) * (const int32_t *)address;
    default: return *(const uint64_t *)address;
  }
}

static int element_size(MPI_Count count, MPI_Datatype datatype) {
  int size = 0;
  if (count == 1) PMPI_Type_size(datatype, &size);
  return size == 1 || size == 2 || size == 4 || size == 8 ? size : 0;
}

uint64_t fp_value(const void *address, MPI_Count count, MPI_Datatype datatype) {
  int size = element_size(count, datatype);
  return size == 0 || address == MPI_BOTTOM ? 0 : load(address, size);
}

static uint64_t await(struct fetching next) {
  static uint64_t numbers;
  next.number = ++numbers;
  fetching = fp_room(fetching, &fetching_room, fetching_count + 1, sizeof *fetching);
  fetching[fetching_count++] = next;
  return numbers;
}

uint64_t fp_fetch(const void *result, MPI_Count count, MPI_Datatype datatype, int target, MPI_Win win, uint64_t request) {
  int size = element_size(count, datatype);
  if (size == 0 || target == MPI_PROC_NULL || result == MPI_BOTTOM) return 0;
  return await((struct fetching){0, fp_word(win), request, result, size, target, 0});
}

uint64_t fp_made(const void *handle, int fortran, MPI_Request request) {
  int size = (int)(fortran ? sizeof(MPI_Fint) : sizeof(MPI_Comm));
  return await((struct fetching){0, 0, fp_word(request), handle, size, 0, fortran});
}

/* What has been fetched is written down when it is certain to have arrived. In order of issue: the reader counts on it. */
static void deliver(uint64_t window, int target, uint64_t request) {
  size_t kept = 0;
  for (size_t i = 0; i < fetching_count; i++) {
    struct fetching f = fetching[i];
    int here = request != 0 ? f.request == request
                            : f.window == window && (target == FP_EVERY_TARGET || f.target == target);
    if (!here) {
      fetching[kept++] = f;
      continue;
    }
    uint64_t *record = fp_claim(FP_VALUE, 0, 0, 3);
    record[0] = f.number;
    record[1] = f.fortran_handle ? fp_word(PMPI_Comm_f2c(*(const MPI_Fint *)f.result)) : load(f.result, f.size);
    fp_commit();
  }
  fetching_count = kept;
}

void fp_completed(MPI_Win win, int target) {
  fp_unwatch_target(fp_word(win), target);
  deliver(fp_word(win), target, 0);
}

/* ---- requests ---- */

void fp_waiting(int count, const MPI_Request *requests) {
  waiting_count = (size_t)(count > 0 ? count : 0);
  waiting = fp_room(waiting, &waiting_room, waiting_count, sizeof *waiting);
  for (size_t i = 0; i < waiting_count; i++) waiting[i] = requests[i] == MPI_REQUEST_NULL ? 0 : fp_word(requests[i]);
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

static int done(uint64_t request) {
  if (request == 0) return 0;
  fp_unwatch_request(request);
  deliver(0, 0, request);
  return fetched_under_new_lock(request);
}

uint64_t fp_waited(void) {
  int fresh = 0;
  for (size_t i = 0; i < waiting_count; i++) fresh |= done(waiting[i]);
  return fresh ? fp_ticket() : 0;
}

uint64_t fp_waited_some(int count, const int *indices) {
  int fresh = 0;
  for (int i = 0; i < fp_count(count); i++)
    if (indices[i] != MPI_UNDEFINED) fresh |= done(waiting[indices[i]]);
  return fresh ? fp_ticket() : 0;
}

/* Asked only once something was cancelled: before, the answer is known. */
static int cancelling;
void fp_cancelling(void) { cancelling = 1; }

uint64_t fp_status(const MPI_Status *status, int word) {
  int cancelled = 0;
  if (word == 2 && cancelling) PMPI_Test_cancelled(status, &cancelled);
  return fp_word(word == 0 ? status->MPI_SOURCE : word == 1 ? status->MPI_TAG : cancelled);
}

/* ---- windows over memory that comes and goes, or that others map too ---- */

void fp_attached(MPI_Win win, void *base, MPI_Aint size) {
  fp_watch_window(fp_word(win), (uintptr_t)base, (uintptr_t)base + (uintptr_t)size);
}

void fp_detached(MPI_Win win, const void *base) { fp_unwatch_from(fp_word(win), (uintptr_t)base); }

/* Every member's part of a shared window is mapped here too: loads and stores there touch that member's memory. */
void fp_shared_window(MPI_Win win, MPI_Comm comm) {
  const int *world;
  int size = fp_comm_ranks(comm, &world);
  for (int member = 0; member < size; member++) {
    MPI_Aint bytes;
    int unit;
    char *base;
    PMPI_Win_shared_query(win, member, &bytes, &unit, &base);
    fp_watch_window(fp_word(win), (uintptr_t)base, (uintptr_t)base + (uintptr_t)bytes);
    uint64_t *record = fp_claim(FP_SHARED, 0, 0, 5);
    record[0] = fp_word(win);
    record[1] = (uint64_t)member;
    record[2] = fp_word(base);
    record[3] = (uint64_t)bytes;
    fp_commit();
  }
}

void fp_refuse(const char *call) {
  fprintf(stderr, "fencepost: %s is not supported: the processes that it brings in would not be analysed\n", call);
  PMPI_Abort(MPI_COMM_WORLD, 70);
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

/* ---- datatypes ---- */

static int is_described(MPI_Datatype datatype) {
  for (size_t i = described_count; i-- > 0;)
    if (described[i] == fp_word(datatype)) return 1;
  return 0;
}

void fp_forget(MPI_Datatype datatype) {
  fp_enter();
  for (size_t i = described_count; i-- > 0;)
    if (described[i] == fp_word(datatype)) described[i] = described[--described_count];
  fp_leave();
}

/* Numbers that do not depend on the MPI library; frontend/.../DatatypeReader.java knows them too. */
static int shape_of(int combiner) {
  switch (combiner) {
    case MPI_COMBINER_NAMED: return 0;
    case MPI_COMBINER_DUP: return 1;
    case MPI_COMBINER_CONTIGUOUS: return 2;
    case MPI_COMBINER_VECTOR: return 3;
    case MPI_COMBINER_HVECTOR: return 4;
    case MPI_COMBINER_INDEXED: return 5;
    case MPI_COMBINER_HINDEXED: return 6;
    case MPI_COMBINER_INDEXED_BLOCK: return 7;
    case MPI_COMBINER_HINDEXED_BLOCK: return 8;
    case MPI_COMBINER_STRUCT: return 9;
    case MPI_COMBINER_SUBARRAY: return 10;
    case MPI_COMBINER_DARRAY: return 11;
    case MPI_COMBINER_RESIZED: return 12;
    default: return -1; /* MPI_Type_create_f90_*: a basic type under another name */
  }
}

/* How a datatype was constructed: the arguments of its constructor (MPI 4.1, 5.1.13). */
struct contents {
  MPI_Count integers, addresses, types;
  MPI_Count *integer, *address;
  MPI_Datatype *type;
};

static void *array(MPI_Count n, size_t size) { return malloc((size_t)(n + 1) * size); }

#if MPI_VERSION >= 4
/* Constructors for large counts have a third list, in which counts and displacements stand together. */
static void sort_large(int combiner, struct contents *c, MPI_Count n, const MPI_Count *large, int *integer, MPI_Count integers) {
  MPI_Count first = 0, lengths = n; /* integers before the large ones, and how many of those are not addresses */
  if (n > 0) switch (combiner) {
    case MPI_COMBINER_HVECTOR: case MPI_COMBINER_HINDEXED_BLOCK: lengths = 2; break;
    case MPI_COMBINER_HINDEXED: case MPI_COMBINER_STRUCT: lengths = 1 + large[0]; break;
    case MPI_COMBINER_RESIZED: lengths = 0; break;
    case MPI_COMBINER_SUBARRAY: first = 1; break;
    case MPI_COMBINER_DARRAY: first = 3; break;
  }
  for (MPI_Count i = 0; i < first; i++) c->integer[c->integers++] = integer[i];
  for (MPI_Count i = 0; i < lengths; i++) c->integer[c->integers++] = large[i];
  for (MPI_Count i = first; i < integers; i++) c->integer[c->integers++] = integer[i];
  for (MPI_Count i = lengths; i < n; i++) c->address[c->addresses++] = large[i];
}

static int contents(MPI_Datatype datatype, struct contents *c) {
  MPI_Count integers, addresses, larges;
  int combiner;
  PMPI_Type_get_envelope_c(datatype, &integers, &addresses, &larges, &c->types, &combiner);
  int shape = shape_of(combiner);
  if (shape <= 0) integers = addresses = larges = c->types = 0;
  int *integer = array(integers, sizeof *integer);
  MPI_Aint *address = array(addresses, sizeof *address);
  MPI_Count *large = array(larges, sizeof *large);
  c->type = array(c->types, sizeof *c->type);
  if (shape > 0)
    PMPI_Type_get_contents_c(datatype, integers, addresses, larges, c->types, integer, address, large, c->type);
  c->integer = array(integers + larges, sizeof *c->integer);
  c->address = array(addresses + larges, sizeof *c->address);
  c->integers = c->addresses = 0;
  sort_large(combiner, c, larges, large, integer, integers);
  for (MPI_Count i = 0; i < addresses; i++) c->address[c->addresses++] = address[i];
  free(integer);
  free(address);
  free(large);
  return shape;
}
#else
static int contents(MPI_Datatype datatype, struct contents *c) {
  int integers, addresses, types, combiner;
  PMPI_Type_get_envelope(datatype, &integers, &addresses, &types, &combiner);
  int shape = shape_of(combiner);
  if (shape <= 0) integers = addresses = types = 0;
  int *integer = array(integers, sizeof *integer);
  MPI_Aint *address = array(addresses, sizeof *address);
  *c = (struct contents){integers, addresses, types, array(integers, sizeof *c->integer),
                         array(addresses, sizeof *c->address), array(types, sizeof *c->type)};
  if (shape > 0) PMPI_Type_get_contents(datatype, integers, addresses, types, integer, address, c->type);
  for (int i = 0; i < integers; i++) c->integer[i] = integer[i];
  for (int i = 0; i < addresses; i++) c->address[i] = address[i];
  free(integer);
  free(address);
  return shape;
}
#endif

static int is_basic(MPI_Datatype datatype) {
  int combiner;
#if MPI_VERSION >= 4
  MPI_Count integers, addresses, larges, types;
  PMPI_Type_get_envelope_c(datatype, &integers, &addresses, &larges, &types, &combiner);
#else
  int integers, addresses, types;
  PMPI_Type_get_envelope(datatype, &integers, &addresses, &types, &combiner);
#endif
  return combiner == MPI_COMBINER_NAMED;
}

/* What contains the types keeps them alive; the handles that the contents came with do not live on. */
static void release(MPI_Datatype *types, MPI_Count n) {
  for (MPI_Count i = 0; i < n; i++) {
    if (is_basic(types[i])) continue;
    for (size_t d = described_count; d-- > 0;)
      if (described[d] == fp_word(types[i])) described[d] = described[--described_count];
    PMPI_Type_free(&types[i]);
  }
}

void fp_describe(MPI_Datatype datatype) {
  if (datatype == MPI_DATATYPE_NULL || is_described(datatype)) return;
  described = fp_room(described, &described_room, described_count + 1, sizeof *described);
  described[described_count++] = fp_word(datatype);

  struct contents c;
  MPI_Count lower, extent, size;
  int shape = contents(datatype, &c);
  PMPI_Type_get_extent_x(datatype, &lower, &extent);
  PMPI_Type_size_x(datatype, &size);
  for (MPI_Count i = 0; i < c.types; i++) fp_describe(c.type[i]);

  uint64_t *record = fp_claim(FP_DATATYPE, 0, 0, (uint32_t)(9 + c.integers + c.addresses + c.types));
  record[0] = fp_word(datatype);
  record[1] = (uint64_t)-1;
  record[2] = (uint64_t)size;
  record[3] = (uint64_t)extent;
  record[4] = (uint64_t)shape;
  record[5] = (uint64_t)c.integers;
  record[6] = (uint64_t)c.addresses;
  record[7] = (uint64_t)c.types;
  uint64_t *next = record + 8;
  for (MPI_Count i = 0; i < c.integers; i++) *next++ = (uint64_t)c.integer[i];
  for (MPI_Count i = 0; i < c.addresses; i++) *next++ = (uint64_t)c.address[i];
  for (MPI_Count i = 0; i < c.types; i++) *next++ = fp_word(c.type[i]);
  fp_commit();

  release(c.type, c.types);
  free(c.integer);
  free(c.address);
  free(c.type);
}

int fp_describe_all(int count, const MPI_Datatype *datatypes) {
  for (int i = 0; i < count; i++) fp_describe(datatypes[i]);
  return count;
}

/* ---- communicators and groups ---- */

int fp_size(MPI_Comm comm) {
  int size, inter;
  PMPI_Comm_test_inter(comm, &inter);
  if (inter) PMPI_Comm_remote_size(comm, &size);
  else PMPI_Comm_size(comm, &size);
  return size;
}

int fp_rank(MPI_Comm comm) {
  int rank;
  PMPI_Comm_rank(comm, &rank);
  return rank;
}

int fp_at(int root, MPI_Comm comm) { return root == MPI_ROOT || (root >= 0 && fp_rank(comm) == root); }

int fp_size_at(int root, MPI_Comm comm) { return fp_at(root, comm) ? fp_size(comm) : 0; }

MPI_Count fp_sum(int n, const void *counts, size_t size) {
  MPI_Count sum = 0;
  for (int i = 0; i < n; i++) sum += element(counts, size, i);
  return sum;
}

int fp_size_unless(int absent, MPI_Comm comm) { return absent ? 0 : fp_size(comm); }

/* Translates into ranks of MPI_COMM_WORLD, into an array of the caller's. */
static int world_ranks(MPI_Group group, int **members, size_t *room) {
  static int *own;
  static size_t own_room;
  MPI_Group world;
  int size = 0;
  if (group == MPI_GROUP_NULL) return 0;
  PMPI_Group_size(group, &size);
  *members = fp_room(*members, room, (size_t)size, sizeof **members);
  own = fp_room(own, &own_room, (size_t)size, sizeof *own);
  for (int i = 0; i < size; i++) own[i] = i;
  PMPI_Comm_group(MPI_COMM_WORLD, &world);
  if (size > 0) PMPI_Group_translate_ranks(group, size, own, world, *members);
  PMPI_Group_free(&world);
  return size;
}

int fp_group_ranks(MPI_Group group, const int **ranks) {
  static int *members;
  static size_t room;
  int size = world_ranks(group, &members, &room);
  *ranks = members;
  return size;
}

int fp_comm_ranks(MPI_Comm comm, const int **ranks) {
  static int *members;
  static size_t room;
  MPI_Group group;
  *ranks = NULL;
  if (comm == MPI_COMM_NULL) return 0;
  PMPI_Comm_group(comm, &group);
  int size = world_ranks(group, &members, &room);
  PMPI_Group_free(&group);
  *ranks = members;
  return size;
}

int fp_remote_ranks(MPI_Comm comm, const int **ranks) {
  static int *members;
  static size_t room;
  MPI_Group group;
  int inter = 0;
  *ranks = NULL;
  if (comm != MPI_COMM_NULL) PMPI_Comm_test_inter(comm, &inter);
  if (!inter) return 0;
  PMPI_Comm_remote_group(comm, &group);
  int size = world_ranks(group, &members, &room);
  PMPI_Group_free(&group);
  *ranks = members;
  return size;
}

/* The neighbours of this process in the topology of the communicator (MPI 4.1, 8.6): sources, then destinations. */
static int neighbors(MPI_Comm comm, int *indegree, int *outdegree, int **list) {
  static int *found;
  static size_t room;
  int kind, weighted, dims = 0;
  *indegree = *outdegree = 0;
  PMPI_Topo_test(comm, &kind);
  if (kind == MPI_DIST_GRAPH) {
    PMPI_Dist_graph_neighbors_count(comm, indegree, outdegree, &weighted);
    int total = *indegree + *outdegree;
    found = fp_room(found, &room, (size_t)total + 1, sizeof *found);
    int *weights = malloc((size_t)(total + 1) * sizeof *weights);
    PMPI_Dist_graph_neighbors(comm, *indegree, found, weighted ? weights : MPI_UNWEIGHTED, *outdegree, found + *indegree,
                              weighted ? weights + *indegree : MPI_UNWEIGHTED);
    free(weights);
  } else if (kind == MPI_GRAPH) {
    PMPI_Graph_neighbors_count(comm, fp_rank(comm), indegree);
    *outdegree = *indegree;
    found = fp_room(found, &room, 2 * (size_t)*indegree + 1, sizeof *found);
    PMPI_Graph_neighbors(comm, fp_rank(comm), *indegree, found);
    PMPI_Graph_neighbors(comm, fp_rank(comm), *indegree, found + *indegree);
  } else if (kind == MPI_CART) {
    PMPI_Cartdim_get(comm, &dims);
    *indegree = *outdegree = 2 * dims;
    found = fp_room(found, &room, 4 * (size_t)dims + 1, sizeof *found);
    for (int d = 0; d < dims; d++) {
      PMPI_Cart_shift(comm, d, 1, &found[2 * d], &found[2 * d + 1]);
      PMPI_Cart_shift(comm, d, 1, &found[2 * dims + 2 * d], &found[2 * dims + 2 * d + 1]);
    }
  }
  *list = found;
  return *indegree;
}

int fp_neighbors(MPI_Comm comm, const int **sources) {
  int indegree, outdegree, *list;
  neighbors(comm, &indegree, &outdegree, &list);
  *sources = list;
  return indegree;
}

int fp_indegree(MPI_Comm comm) {
  int indegree, outdegree, *list;
  return neighbors(comm, &indegree, &outdegree, &list);
}

int fp_outdegree(MPI_Comm comm) {
  int indegree, outdegree, *list;
  neighbors(comm, &indegree, &outdegree, &list);
  return outdegree;
}
