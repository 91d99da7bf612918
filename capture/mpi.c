/* The part of the MPI capture that is written by hand: the buffers of operations, requests, and the values that arrive. */
#include "mpi_hooks.h"

/* ---- start and end ---- */

static int in_use; /* between MPI_Init and MPI_Finalize */
static int begun;  /* the first of these or of sessions has tried to begin the records */

/* The process is a member of this group of all that were started with it. */
static void begin(MPI_Group world) {
  int rank, size;
  PMPI_Group_rank(world, &rank);
  PMPI_Group_size(world, &size);
  fp_keep_world(world);
  if (fp_begin(FP_MPI, rank, size, fp_mpi_constant_count, fp_mpi_constant)) fp_describe_basic();
}

void fp_mpi_started(void) {
  in_use = 1;
  if (begun) return;
  begun = 1;
  if (!fp_meet_parents()) return;
  MPI_Group world;
  PMPI_Comm_group(MPI_COMM_WORLD, &world);
  begin(world);
  if (fp_recording) fp_tell_parents();
}

#if MPI_VERSION >= 4
/* Sessions come and go (MPI 4.1, 11.3): the process ends when it exits. */
static int sessions;

void fp_session_started(MPI_Session session) {
  sessions++;
  if (begun && !fp_recording) fp_lose(); /* MPI_Finalize has ended the records */
  if (begun) return;
  begun = 1;
  MPI_Group world;
  PMPI_Group_from_session_pset(session, "mpi://WORLD", &world);
  begin(world);
}

void fp_session_finished(void) {
  if (--sessions == 0 && !in_use) fp_may_end();
}

static int is_over(void) { return sessions == 0; }
#else
static int is_over(void) { return 1; }
#endif

void fp_mpi_finished(void) {
  in_use = 0;
  if (is_over()) fp_end(FP_MPI);
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

void fp_origin(const void *address, MPI_Count count, MPI_Datatype datatype, int target, MPI_Win win) {
  watch(address, count, datatype, fp_word(win), target, 0);
  fp_lock_used(win, target, FP_USED);
}

void fp_result(const void *address, MPI_Count count, MPI_Datatype datatype, int target, MPI_Win win) {
  watch(address, count, datatype, fp_word(win), target, 0);
  fp_lock_used(win, target, FP_USED | FP_FETCHED);
}

void fp_origin_of_request(const void *address, MPI_Count count, MPI_Datatype datatype, int target, MPI_Win win,
                          MPI_Request request) {
  watch(address, count, datatype, fp_word(win), target, fp_request(request));
  fp_lock_used(win, target, FP_USED);
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
  watch(address, count, datatype, fp_word(win), target, fp_request(request));
  fp_lock_used(win, target, FP_USED | FP_FETCHED);
  if (target == MPI_PROC_NULL) return;
  fetches = fp_room(fetches, &fetch_room, fetch_count + 1, sizeof *fetches);
  fetches[fetch_count++] = (struct fetch){fp_request(request), win, target};
}

void fp_buffer(const void *address, MPI_Count count, MPI_Datatype datatype, int peer, MPI_Request request) {
  watch(address, count, datatype, 0, peer, fp_request(request));
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
          datatype, 0, 0, fp_request(request));
}

void fp_buffers_typed(const void *address, int n, const void *counts, size_t count_size, const void *displacements,
                      size_t displacement_size, const MPI_Datatype *datatypes, MPI_Request request) {
  for (int i = 0; i < n && address != MPI_IN_PLACE; i++)
    watch((const char *)address + element(displacements, displacement_size, i), element(counts, count_size, i), datatypes[i],
          0, 0, fp_request(request));
}

MPI_Count fp_sum(int n, const void *counts, size_t size) {
  MPI_Count sum = 0;
  for (int i = 0; i < n; i++) sum += element(counts, size, i);
  return sum;
}

void fp_file_buffer(const void *address, MPI_Count count, MPI_Datatype datatype, MPI_File file) {
  watch(address, count, datatype, 0, 0, fp_word(file));
}

/* What the thread is about to wait for. */
static __thread uint64_t *waiting;
static __thread size_t waiting_count, waiting_room;

/* ---- persistent requests ---- */

void fp_persistent(MPI_Request request) {
  fp_request_persists(request);
  fp_suspend_request(fp_request(request));
}

void fp_started(int count, const MPI_Request *requests) {
  for (int i = 0; i < count; i++) fp_resume_request(fp_request(requests[i]));
}

/* A request that is freed stays watched: its operation goes on, and nobody will say when it ends. */
void fp_freed(void) {
  if (waiting_count == 0) return;
  fp_forget_request(waiting[0]);
  fp_request_gone(waiting[0], 1);
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

static int element_size(MPI_Count count, MPI_Datatype datatype) {
  int size = 0;
  if (count == 1) PMPI_Type_size(datatype, &size);
  return size == 1 || size == 2 || size == 4 || size == 8 ? size : 0;
}

uint64_t fp_value(const void *address, MPI_Count count, MPI_Datatype datatype) {
  int size = element_size(count, datatype);
  return size == 0 || address == MPI_BOTTOM ? 0 : fp_integer(address, (size_t)size);
}

uint64_t fp_fetch(const void *result, MPI_Count count, MPI_Datatype datatype, int target, MPI_Win win, uint64_t request) {
  int size = element_size(count, datatype);
  if (size == 0 || target == MPI_PROC_NULL || result == MPI_BOTTOM) return 0;
  return fp_await(result, (size_t)size, fp_integer, fp_word(win), target, request);
}

static uint64_t fortran_communicator(const void *handle, size_t size) {
  (void)size;
  return fp_word(PMPI_Comm_f2c(*(const MPI_Fint *)handle));
}

uint64_t fp_made(const void *handle, int fortran, MPI_Request request) {
  return fp_await(handle, sizeof(MPI_Comm), fortran ? fortran_communicator : fp_integer, 0, 0, fp_request(request));
}

void fp_completed(MPI_Win win, int target) {
  fp_unwatch_target(fp_word(win), target);
  fp_deliver(fp_word(win), target);
}

/* With MPI_MODE_NOPRECEDE a fence completes nothing (MPI 4.1, 12.5.5). */
void fp_fenced(int assertion, MPI_Win win) {
  if (!(assertion & MPI_MODE_NOPRECEDE)) fp_completed(win, FP_EVERY_TARGET);
}

/* ---- requests ---- */

void fp_waiting(int count, const MPI_Request *requests) {
  waiting_count = (size_t)(count > 0 ? count : 0);
  waiting = fp_room(waiting, &waiting_room, waiting_count, sizeof *waiting);
  fp_request_numbers(waiting_count, requests, waiting);
}

uint64_t fp_awaited(int i) { return waiting[i]; }

/* Whether the request fetched something under a lock that was not known to be held. */
static int fetched_under_new_lock(uint64_t request) {
  int fresh = 0;
  for (size_t i = fetch_count; i-- > 0;) {
    if (fetches[i].request != request) continue;
    fresh |= fp_newly_held(fetches[i].win, fetches[i].target, FP_FETCHED);
    fetches[i] = fetches[--fetch_count];
  }
  return fresh;
}

static int done(uint64_t request) {
  if (request == 0) return 0;
  fp_unwatch_request(request);
  fp_deliver_request(request);
  fp_request_gone(request, 0);
  return fetched_under_new_lock(request);
}

int fp_waited(void) {
  int fresh = 0;
  for (size_t i = 0; i < waiting_count; i++) fresh |= done(waiting[i]);
  return fresh;
}

int fp_waited_some(int count, const int *indices) {
  int fresh = 0;
  for (int i = 0; i < fp_count(count); i++)
    if (indices[i] != MPI_UNDEFINED) fresh |= done(waiting[indices[i]]);
  return fresh;
}

/* Asked only once something was cancelled: before, the answer is known. */
static int cancelling;
void fp_cancelling(void) { cancelling = 1; }

uint64_t fp_status(const MPI_Status *status, int word) {
  int cancelled = 0;
  if (word == 2 && cancelling) PMPI_Test_cancelled(status, &cancelled);
  return fp_word(word == 0 ? status->MPI_SOURCE : word == 1 ? status->MPI_TAG : cancelled);
}

enum { SHORT_MESSAGE = 64 }; /* bytes; longer ones are seldom the same */

uint64_t fp_alike(int source, int ignored, const void *buffer, MPI_Datatype datatype, const MPI_Status *status) {
  MPI_Aint lower = 0, extent = 0;
  int size = 0, count = 0;
  if (source != MPI_ANY_SOURCE || !ignored || buffer == MPI_BOTTOM) return 0;
  PMPI_Type_get_extent(datatype, &lower, &extent);
  PMPI_Type_size(datatype, &size);
  PMPI_Get_count(status, datatype, &count);
  if (lower != 0 || extent != size || count < 0 || count > SHORT_MESSAGE || count * size > SHORT_MESSAGE) return 0;
  uint64_t alike = 0xcbf29ce484222325 ^ (uint64_t)(count * size); /* FNV-1a */
  for (int i = 0; i < count * size; i++) alike = (alike ^ ((const unsigned char *)buffer)[i]) * 0x100000001b3;
  return alike | 1;
}
