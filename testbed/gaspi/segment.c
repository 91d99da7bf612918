/* Segments: where they are, who may use them, and how memory of the user becomes one. */
#define _GNU_SOURCE
#include "runtime.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* A segment of another rank as this process maps it. */
struct view {
  uint32_t generation;
  char *memory;  /* whole pages */
  size_t length;
  char *base; /* the segment's first byte */
};
static struct view views[MAX_RANKS][MAX_SEGMENTS];

static bool owns_memory[MAX_SEGMENTS]; /* allocated, not bound */
static bool creating[MAX_SEGMENTS];    /* a collective creation ran into its timeout and is to be resumed */

void gtb_segment_start(void) {
  for (int rank = 0; rank < MAX_RANKS; rank++)
    for (int id = 0; id < MAX_SEGMENTS; id++) views[rank][id] = (struct view){0};
}

off_t gtb_mirror(gaspi_rank_t rank, uint64_t address) { return (off_t)(((uint64_t)rank + 1) << 48 | address); }

static uint64_t page_floor(uint64_t address) { return address & ~((uint64_t)sysconf(_SC_PAGESIZE) - 1); }
static uint64_t page_ceiling(uint64_t address) { return page_floor(address + (uint64_t)sysconf(_SC_PAGESIZE) - 1); }

static bool exists(uint32_t generation) { return generation % 2 == 1; }

/* Words where both sides are aligned to them, so that no aligned word is torn; atomics also keep compilers from making this a
   call of memcpy. */
void gtb_copy(void *to, const void *from, size_t size) {
  char *t = to;
  const char *f = from;
  if (((uintptr_t)t ^ (uintptr_t)f) % sizeof(uint64_t) == 0) {
    for (; size > 0 && (uintptr_t)t % sizeof(uint64_t) != 0; size--)
      __atomic_store_n(t++, __atomic_load_n(f++, __ATOMIC_RELAXED), __ATOMIC_RELAXED);
    for (; size >= sizeof(uint64_t); size -= sizeof(uint64_t), t += sizeof(uint64_t), f += sizeof(uint64_t))
      __atomic_store_n((uint64_t *)(void *)t, __atomic_load_n((const uint64_t *)(const void *)f, __ATOMIC_RELAXED), __ATOMIC_RELAXED);
  }
  for (; size > 0; size--) __atomic_store_n(t++, __atomic_load_n(f++, __ATOMIC_RELAXED), __ATOMIC_RELAXED);
}

/* ---- access ---- */

static gaspi_return_t refresh(const char *call, gaspi_rank_t rank, gaspi_segment_id_t id, struct segment *segment,
                              uint32_t generation, struct view *view) {
  if (view->memory != NULL) {
    gtb_deliver_all(); /* delayed requests may point into the old view */
    munmap(view->memory, view->length);
    view->memory = NULL;
  }
  uint64_t from = page_floor(segment->address);
  size_t length = page_ceiling(segment->address + segment->size) - from;
  void *memory = mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_SHARED, gtb.fd, gtb_mirror(rank, from));
  if (memory == MAP_FAILED)
    return gtb_fail(GASPI_ERR_MEMALLOC, call, "segment %d of rank %d cannot be mapped: %s", id, rank, strerror(errno));
  *view = (struct view){generation, memory, length, (char *)memory + (segment->address - from)};
  return GASPI_SUCCESS;
}

gaspi_return_t gtb_locate(const char *call, enum side side, gaspi_rank_t rank, gaspi_segment_id_t id, gaspi_offset_t offset,
                          gaspi_size_t size, char **at) {
  const char *name = side == LOCAL ? "segment_id_local" : "segment_id_remote";
  TRY(gtb_check_rank(call, rank));
  struct segment *segment = &gtb.shared->process[rank].segment[id];
  uint32_t generation = atomic_load(&segment->generation);
  if (!exists(generation))
    return gtb_fail(GASPI_ERR_INV_SEG, call, "%s %d: rank %d has no such segment; create it there first", name, id, rank);
  if (rank != gtb.rank && !atomic_load(&segment->registered[gtb.rank]))
    return gtb_fail(GASPI_ERR_INV_SEG, call, "%s %d is not registered here: rank %d must call gaspi_segment_register(%d, %d, ...)",
                    name, id, rank, id, gtb.rank);
  if (offset > segment->size || size > segment->size - offset)
    return gtb_fail(side == LOCAL ? GASPI_ERR_INV_LOC_OFF : GASPI_ERR_INV_REM_OFF, call,
                    "%s %lu and size %lu reach beyond segment %d of rank %d, which has %lu bytes",
                    side == LOCAL ? "offset_local" : "offset_remote", offset, size, id, rank, (unsigned long)segment->size);
  if (rank == gtb.rank) {
    *at = (char *)(uintptr_t)segment->address + offset;
    return GASPI_SUCCESS;
  }
  struct view *view = &views[rank][id];
  if (view->memory == NULL || view->generation != generation) TRY(refresh(call, rank, id, segment, generation, view));
  *at = view->base + offset;
  return GASPI_SUCCESS;
}

/* ---- creation; with gtb.lock held ---- */

static gaspi_return_t check_free(const char *call, gaspi_segment_id_t id, gaspi_size_t size) {
  gaspi_number_t used = 0;
  for (int i = 0; i < MAX_SEGMENTS; i++) used += exists(atomic_load(&gtb.own->segment[i].generation));
  if (exists(atomic_load(&gtb.own->segment[id].generation)))
    return gtb_fail(GASPI_ERR_INV_SEG, call, "segment_id %d is in use: choose another, or delete it first", id);
  if (used >= gtb.config.segment_max)
    return gtb_fail(GASPI_ERR_MANY_SEG, call, "there are %u segments already, as many as configured (segment_max)", used);
  if (size == 0) return gtb_fail(GASPI_ERR_INV_SEGSIZE, call, "size is 0: a segment has at least one byte");
  return GASPI_SUCCESS;
}

/* Notifications start at 0; all is in place when the generation says so. */
static void announce(gaspi_segment_id_t id, uint64_t address, gaspi_size_t size) {
  struct segment *segment = &gtb.own->segment[id];
  off_t notifications = (char *)gtb.own->notification[id] - (char *)gtb.shared;
  if (fallocate(gtb.fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, notifications, sizeof gtb.own->notification[id]) != 0)
    for (int i = 0; i < MAX_NOTIFICATIONS; i++) atomic_store(&gtb.own->notification[id][i], 0);
  segment->address = address;
  segment->size = size;
  for (int rank = 0; rank < MAX_RANKS; rank++) atomic_store(&segment->registered[rank], rank == gtb.rank);
  atomic_fetch_add(&segment->generation, 1);
}

/* Fresh memory is zero whatever the policy. It is reserved now: a full /dev/shm would kill the process at its first access. */
static gaspi_return_t allocate(const char *call, gaspi_segment_id_t id, gaspi_size_t size) {
  TRY(check_free(call, id, size));
  size_t length = page_ceiling(size);
  char *memory = mmap(NULL, length, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return gtb_fail(GASPI_ERR_MEMALLOC, call, "size %lu: %s", size, strerror(errno));
  off_t offset = gtb_mirror(gtb.rank, (uintptr_t)memory);
  fallocate(gtb.fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, offset, (off_t)length);
  if (fallocate(gtb.fd, 0, offset, (off_t)length) != 0 ||
      mmap(memory, length, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, gtb.fd, offset) == MAP_FAILED) {
    gtb_fail(GASPI_ERR_MEMALLOC, call, "size %lu: %s; is /dev/shm large enough?", size, strerror(errno));
    munmap(memory, length);
    return GASPI_ERR_MEMALLOC;
  }
  owns_memory[id] = true;
  announce(id, (uintptr_t)memory, size);
  return GASPI_SUCCESS;
}

static gaspi_return_t adopt(const char *call, gaspi_segment_id_t id, gaspi_pointer_t pointer, gaspi_size_t size) {
  TRY_POINTER(call, pointer);
  TRY(check_free(call, id, size));
  uint64_t from = page_floor((uintptr_t)pointer), to = page_ceiling((uintptr_t)pointer + size);
  if (gtb_share_pages(call, from, to) != 0) return GASPI_ERR_MEMALLOC;
  owns_memory[id] = false;
  announce(id, (uintptr_t)pointer, size);
  return GASPI_SUCCESS;
}

static gaspi_return_t allocate_or_adopt(const char *call, gaspi_segment_id_t id, gaspi_pointer_t pointer, gaspi_size_t size,
                                        bool fresh) {
  pthread_mutex_lock(&gtb.lock);
  gaspi_return_t outcome = fresh ? allocate(call, id, size) : adopt(call, id, pointer, size);
  pthread_mutex_unlock(&gtb.lock);
  return outcome;
}

/* Creation or binding, registration with the group, barrier; the barrier can be resumed after a timeout. */
static gaspi_return_t create(const char *call, gaspi_segment_id_t id, gaspi_pointer_t pointer, gaspi_size_t size,
                             gaspi_group_t group, gaspi_timeout_t timeout, bool fresh) {
  TRY(gtb_check_ready(call));
  TRY(gtb_check_group(call, group));
  if (!creating[id]) {
    TRY(allocate_or_adopt(call, id, pointer, size, fresh));
    for (gaspi_rank_t rank = 0; rank < gtb.ranks; rank++)
      if (gtb_is_member(group, rank)) atomic_store(&gtb.own->segment[id].registered[rank], true);
    creating[id] = true;
  }
  gaspi_return_t outcome = gtb_meet(call, group, SEGMENT_CREATE, timeout);
  if (outcome != GASPI_TIMEOUT) creating[id] = false;
  return outcome;
}

gaspi_return_t pgaspi_segment_alloc(const gaspi_segment_id_t segment_id, const gaspi_size_t size,
                                    const gaspi_alloc_t alloc_policy) {
  (void)alloc_policy;
  TRY(gtb_check_ready("segment_alloc"));
  return allocate_or_adopt("segment_alloc", segment_id, NULL, size, true);
}
PROFILED(segment_alloc)

gaspi_return_t pgaspi_segment_bind(const gaspi_segment_id_t segment_id, gaspi_pointer_t const pointer, const gaspi_size_t size,
                                   const gaspi_memory_description_t memory_description) {
  (void)memory_description;
  TRY(gtb_check_ready("segment_bind"));
  return allocate_or_adopt("segment_bind", segment_id, pointer, size, false);
}
PROFILED(segment_bind)

gaspi_return_t pgaspi_segment_create(const gaspi_segment_id_t segment_id, const gaspi_size_t size, const gaspi_group_t group,
                                     const gaspi_timeout_t timeout_ms, const gaspi_alloc_t alloc_policy) {
  (void)alloc_policy;
  return create("segment_create", segment_id, NULL, size, group, timeout_ms, true);
}
PROFILED(segment_create)

gaspi_return_t pgaspi_segment_use(const gaspi_segment_id_t segment_id, gaspi_pointer_t const pointer, const gaspi_size_t size,
                                  const gaspi_group_t group, const gaspi_timeout_t timeout_ms,
                                  const gaspi_memory_description_t memory_description) {
  (void)memory_description;
  return create("segment_use", segment_id, pointer, size, group, timeout_ms, false);
}
PROFILED(segment_use)

static gaspi_return_t check_own(const char *call, gaspi_segment_id_t id) {
  TRY(gtb_check_ready(call));
  if (exists(atomic_load(&gtb.own->segment[id].generation))) return GASPI_SUCCESS;
  return gtb_fail(GASPI_ERR_INV_SEG, call, "segment_id %d: there is no such segment; create it first", id);
}

gaspi_return_t pgaspi_segment_register(const gaspi_segment_id_t segment_id, const gaspi_rank_t rank,
                                       const gaspi_timeout_t timeout_ms) {
  (void)timeout_ms;
  TRY(check_own("segment_register", segment_id));
  TRY(gtb_check_rank("segment_register", rank));
  atomic_store(&gtb.own->segment[segment_id].registered[rank], true);
  return GASPI_SUCCESS;
}
PROFILED(segment_register)

/* Bound memory goes on living in the shared object, where it is memory like any other. */
gaspi_return_t pgaspi_segment_delete(const gaspi_segment_id_t segment_id) {
  TRY(check_own("segment_delete", segment_id));
  pthread_mutex_lock(&gtb.lock);
  gtb_deliver_all();
  struct segment *segment = &gtb.own->segment[segment_id];
  atomic_fetch_add(&segment->generation, 1);
  if (owns_memory[segment_id]) {
    size_t length = page_ceiling(segment->size);
    munmap((void *)(uintptr_t)segment->address, length);
    fallocate(gtb.fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, gtb_mirror(gtb.rank, segment->address), (off_t)length);
  }
  creating[segment_id] = false;
  pthread_mutex_unlock(&gtb.lock);
  return GASPI_SUCCESS;
}
PROFILED(segment_delete)

/* ---- questions ---- */

gaspi_return_t pgaspi_segment_num(gaspi_number_t *const segment_num) {
  TRY(gtb_check_ready("segment_num"));
  TRY_POINTER("segment_num", segment_num);
  *segment_num = 0;
  for (int i = 0; i < MAX_SEGMENTS; i++) *segment_num += exists(atomic_load(&gtb.own->segment[i].generation));
  return GASPI_SUCCESS;
}
PROFILED(segment_num)

gaspi_return_t pgaspi_segment_list(const gaspi_number_t num, gaspi_segment_id_t *const segment_id_list) {
  TRY(gtb_check_ready("segment_list"));
  TRY_POINTER("segment_list", segment_id_list);
  gaspi_number_t found = 0;
  for (int i = 0; i < MAX_SEGMENTS && found < num; i++)
    if (exists(atomic_load(&gtb.own->segment[i].generation))) segment_id_list[found++] = (gaspi_segment_id_t)i;
  if (found < num) return gtb_fail(GASPI_ERR_INV_NUM, "segment_list", "num is %u: there are only %u segments", num, found);
  return GASPI_SUCCESS;
}
PROFILED(segment_list)

gaspi_return_t pgaspi_segment_ptr(const gaspi_segment_id_t segment_id, gaspi_pointer_t *ptr) {
  TRY(check_own("segment_ptr", segment_id));
  TRY_POINTER("segment_ptr", ptr);
  *ptr = (void *)(uintptr_t)gtb.own->segment[segment_id].address;
  return GASPI_SUCCESS;
}
PROFILED(segment_ptr)

gaspi_return_t pgaspi_segment_size(const gaspi_segment_id_t segment_id, const gaspi_rank_t rank, gaspi_size_t *const size) {
  TRY(gtb_check_ready("segment_size"));
  TRY_POINTER("segment_size", size);
  char *unused;
  pthread_mutex_lock(&gtb.lock);
  gaspi_return_t outcome = gtb_locate("segment_size", REMOTE, rank, segment_id, 0, 0, &unused);
  pthread_mutex_unlock(&gtb.lock);
  if (outcome == GASPI_SUCCESS) *size = gtb.shared->process[rank].segment[segment_id].size;
  return outcome;
}
PROFILED(segment_size)

gaspi_return_t pgaspi_segment_avail_local(gaspi_segment_id_t *const avail_seg_id) {
  TRY(gtb_check_ready("segment_avail_local"));
  TRY_POINTER("segment_avail_local", avail_seg_id);
  for (int i = 0; i < MAX_SEGMENTS; i++)
    if (!exists(atomic_load(&gtb.own->segment[i].generation))) {
      *avail_seg_id = (gaspi_segment_id_t)i;
      return GASPI_SUCCESS;
    }
  return gtb_fail(GASPI_ERR_MANY_SEG, "segment_avail_local", "all %d segments are in use", MAX_SEGMENTS);
}
PROFILED(segment_avail_local)
