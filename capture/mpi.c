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

void fp_buffers(const void *address, int n, const int *counts, const int *displacements, MPI_Datatype datatype,
                MPI_Request request) {
  MPI_Aint lower, extent;
  if (n == 0 || address == MPI_IN_PLACE) return;
  PMPI_Type_get_extent(datatype, &lower, &extent);
  for (int i = 0; i < n; i++) watch((const char *)address + displacements[i] * extent, counts[i], datatype, 0, 0, fp_word(request));
}

void fp_buffers_w(const void *address, int n, const int *counts, const int *displacements, const MPI_Datatype *datatypes,
                  MPI_Request request) {
  for (int i = 0; i < n && address != MPI_IN_PLACE; i++)
    watch((const char *)address + displacements[i], counts[i], datatypes[i], 0, 0, fp_word(request));
}

void fp_buffers_aint(const void *address, int n, const int *counts, const MPI_Aint *displacements,
                     const MPI_Datatype *datatypes, MPI_Request request) {
  for (int i = 0; i < n; i++) watch((const char *)address + displacements[i], counts[i], datatypes[i], 0, 0, fp_word(request));
}

/* What the thread is about to wait for. */
static __thread uint64_t *waiting;
static __thread size_t waiting_count, waiting_room;

/* ---- persistent requests ---- */

struct persistent {
  uint64_t request;
  const void *address;
  MPI_Count count;
  MPI_Datatype datatype;
  int peer;
};
static struct persistent *persistents;
static size_t persistent_count, persistent_room;

void fp_persistent(const void *address, MPI_Count count, MPI_Datatype datatype, int peer, MPI_Request request) {
  persistents = fp_room(persistents, &persistent_room, persistent_count + 1, sizeof *persistents);
  persistents[persistent_count++] = (struct persistent){fp_word(request), address, count, datatype, peer};
}

void fp_started(int count, const MPI_Request *requests) {
  for (int r = 0; r < count; r++)
    for (size_t i = 0; i < persistent_count; i++)
      if (persistents[i].request == fp_word(requests[r]))
        watch(persistents[i].address, persistents[i].count, persistents[i].datatype, 0, persistents[i].peer, fp_word(requests[r]));
}

/* A request that is freed stays watched: its operation goes on, and nobody will say when it ends. */
void fp_freed(void) {
  for (size_t i = persistent_count; waiting_count > 0 && i-- > 0;)
    if (persistents[i].request == waiting[0]) persistents[i] = persistents[--persistent_count];
}

/* ---- values ---- */

/* A fetch whose result is on its way. */
struct fetching {
  uint64_t number, window, request;
  const void *result;
  int size, target;
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

uint64_t fp_fetch(const void *result, MPI_Count count, MPI_Datatype datatype, int target, MPI_Win win, uint64_t request) {
  static uint64_t numbers;
  int size = element_size(count, datatype);
  if (size == 0 || target == MPI_PROC_NULL || result == MPI_BOTTOM) return 0;
  fetching = fp_room(fetching, &fetching_room, fetching_count + 1, sizeof *fetching);
  fetching[fetching_count++] = (struct fetching){++numbers, fp_word(win), request, result, size, target};
  return numbers;
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
    record[1] = load(f.result, f.size);
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
  fprintf(stderr, "fencepost: %s is not supported: the processes that it starts would not be analysed\n", call);
  PMPI_Abort(MPI_COMM_WORLD, 70);
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

void fp_describe(MPI_Datatype datatype) {
  if (datatype == MPI_DATATYPE_NULL || is_described(datatype)) return;
  described = fp_room(described, &described_room, described_count + 1, sizeof *described);
  described[described_count++] = fp_word(datatype);

  int integers, addresses, types, combiner, size;
  MPI_Aint lower, extent;
  PMPI_Type_get_envelope(datatype, &integers, &addresses, &types, &combiner);
  PMPI_Type_get_extent(datatype, &lower, &extent);
  PMPI_Type_size(datatype, &size);
  int shape = shape_of(combiner);
  if (shape <= 0) integers = addresses = types = 0;
  int *integer = malloc((size_t)(integers + 1) * sizeof *integer);
  MPI_Aint *address = malloc((size_t)(addresses + 1) * sizeof *address);
  MPI_Datatype *type = malloc((size_t)(types + 1) * sizeof *type);
  if (shape > 0) PMPI_Type_get_contents(datatype, integers, addresses, types, integer, address, type);
  for (int i = 0; i < types; i++) fp_describe(type[i]);

  uint64_t *record = fp_claim(FP_DATATYPE, 0, 0, (uint32_t)(9 + integers + addresses + types));
  record[0] = fp_word(datatype);
  record[1] = (uint64_t)-1;
  record[2] = (uint64_t)size;
  record[3] = (uint64_t)extent;
  record[4] = (uint64_t)shape;
  record[5] = (uint64_t)integers;
  record[6] = (uint64_t)addresses;
  record[7] = (uint64_t)types;
  uint64_t *next = record + 8;
  for (int i = 0; i < integers; i++) *next++ = fp_word(integer[i]);
  for (int i = 0; i < addresses; i++) *next++ = (uint64_t)address[i];
  for (int i = 0; i < types; i++) *next++ = fp_word(type[i]);
  fp_commit();

  /* What contains the type keeps it alive; the handles that were just made do not live on. */
  for (int i = 0; i < types; i++) {
    PMPI_Type_get_envelope(type[i], &integers, &addresses, &size, &combiner);
    if (combiner == MPI_COMBINER_NAMED) continue;
    for (size_t d = described_count; d-- > 0;)
      if (described[d] == fp_word(type[i])) described[d] = described[--described_count];
    PMPI_Type_free(&type[i]);
  }
  free(integer);
  free(address);
  free(type);
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

MPI_Count fp_sum(int n, const int *counts) {
  MPI_Count sum = 0;
  for (int i = 0; i < n; i++) sum += counts[i];
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
