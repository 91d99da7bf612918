/*
 * Broadcast, collect, all-to-all and reductions, over teams and active sets. Data is written into `dest` of a peer as soon as the
 * caller has it, whether the peer has come or not: the standard asks programs to have it ready before anyone calls.
 */
#include "runtime.h"

#include <stdlib.h>

static char *dest_of(const char *caller, const struct group *group, int index, void *dest, size_t bytes) {
  return writable_at(caller, dest, bytes, member(group, index));
}

static void check_source(const char *caller, const void *source, size_t bytes) { readable_at(caller, source, bytes, my_pe); }

/* ---- moving data ---- */

static void broadcast(const char *caller, struct group group, void *dest, const void *source, size_t bytes, int root,
                      bool root_too) {
  if (root < 0 || root >= group.size) fail(caller, "there is no PE %d to be the root, they are numbered from 0 to %d", root, group.size - 1);
  check_source(caller, source, bytes);
  for (int i = 0; group.me == root && i < group.size; i++) {
    char *to = dest_of(caller, &group, i, dest, bytes);
    if ((i != root || root_too) && to != source) copy(to, source, bytes);
  }
  synchronise(&group);
}

static void push_to_all(const char *caller, struct group group, void *dest, const void *source, size_t bytes, size_t before,
                        size_t total) {
  check_source(caller, source, bytes);
  for (int i = 0; i < group.size; i++)
    if (bytes > 0) copy(dest_of(caller, &group, i, dest, total) + before, source, bytes);
  synchronise(&group);
}

static void fcollect(const char *caller, struct group group, void *dest, const void *source, size_t bytes) {
  push_to_all(caller, group, dest, source, bytes, bytes * (size_t)group.me, bytes * (size_t)group.size);
}

/* The lengths differ: each PE tells its own in the work array. */
static void collect(const char *caller, struct group group, void *dest, const void *source, size_t bytes) {
  size_t before = 0, total = 0;
  group.sync[2] = (long)bytes;
  synchronise(&group);
  for (int i = 0; i < group.size; i++) {
    size_t length = (size_t)*(long *)find_counterpart(&group.sync[2], sizeof(long), member(&group, i), false);
    before += i < group.me ? length : 0;
    total += length;
  }
  push_to_all(caller, group, dest, source, bytes, before, total);
  group.sync[2] = SHMEM_SYNC_VALUE;
}

/* Elements `dst` and `sst` apart; the block for, or from, a PE begins where that of the PE before it would go on. */
static void alltoalls(const char *caller, struct group group, void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst,
                      size_t count, size_t size) {
  if (dst < 1 || sst < 1) fail(caller, "the strides %td and %td must be at least 1", dst, sst);
  size_t all = count * (size_t)group.size;
  size_t to_stride = (size_t)dst * size, from_stride = (size_t)sst * size;
  check_source(caller, source, all == 0 ? 0 : (all - 1) * from_stride + size);
  for (int i = 0; i < group.size && all > 0; i++) {
    char *to = dest_of(caller, &group, i, dest, (all - 1) * to_stride + size) + (size_t)group.me * count * to_stride;
    const char *from = (const char *)source + (size_t)i * count * from_stride;
    for (size_t k = 0; k < count; k++) copy(to + k * to_stride, from + k * from_stride, size);
  }
  synchronise(&group);
}

/* ---- reductions ---- */

typedef void combine(void *into, const void *from, size_t count);

/* In the same order on all PEs, so that all get the same sum. `dest` may be `source`: it is written when all have read. */
static void reduce(const char *caller, struct group group, void *dest, const void *source, size_t count, size_t size,
                   combine *combine) {
  size_t bytes = count * size;
  char *result = malloc(bytes ? bytes : 1);
  if (result == NULL) fail(caller, "out of memory");
  char *to = writable_at(caller, dest, bytes, my_pe);
  synchronise(&group);
  for (int i = 0; i < group.size && count > 0; i++) {
    const void *from = readable_at(caller, source, bytes, member(&group, i));
    if (i == 0)
      copy(result, from, bytes);
    else
      combine(result, from, count);
  }
  synchronise(&group);
  if (count > 0) copy(to, result, bytes);
  free(result);
}

#define COMBINE_and(a, b) (a) & (b)
#define COMBINE_or(a, b) (a) | (b)
#define COMBINE_xor(a, b) (a) ^ (b)
#define COMBINE_max(a, b) (a) > (b) ? (a) : (b)
#define COMBINE_min(a, b) (a) < (b) ? (a) : (b)
#define COMBINE_sum(a, b) (a) + (b)
#define COMBINE_prod(a, b) (a) * (b)

#define DEFINE_COMBINE(T, N, operation)                                                                              \
  static void N##_##operation(void *into, const void *from, size_t count) {                                          \
    T *a = into;                                                                                                     \
    const T *b = from;                                                                                               \
    for (size_t i = 0; i < count; i++) a[i] = (T)(COMBINE_##operation(a[i], b[i]));                                  \
  }
#define DEFINE_REDUCE(T, N, operation)                                                                               \
  API(int, shmem_##N##_##operation##_reduce, shmem_team_t team, T *dest, const T *source, size_t nreduce) {          \
    reduce(CALLER, group_of(CALLER, team), dest, source, nreduce, sizeof(T), N##_##operation);                       \
    return 0;                                                                                                        \
  }
#define DEFINE_TO_ALL(T, N, operation)                                                                               \
  API(void, shmem_##N##_##operation##_to_all, T *dest, const T *source, int nreduce, SHMEM_ACTIVE_SET, T *pWrk, long *pSync) { \
    (void)pWrk;                                                                                                      \
    struct group group = active_set(CALLER, PE_start, logPE_stride, PE_size, pSync);                                 \
    if (nreduce < 0) fail(CALLER, "%d elements cannot be reduced", nreduce);                                         \
    reduce(CALLER, group, dest, source, (size_t)nreduce, sizeof(T), N##_##operation);                                \
  }

#define COMBINE_BITWISE(T, N) DEFINE_COMBINE(T, N, and) DEFINE_COMBINE(T, N, or) DEFINE_COMBINE(T, N, xor)
#define COMBINE_REAL(T, N) DEFINE_COMBINE(T, N, max) DEFINE_COMBINE(T, N, min)
#define COMBINE_ANY(T, N) DEFINE_COMBINE(T, N, sum) DEFINE_COMBINE(T, N, prod)
#define REDUCE_BITWISE(T, N) DEFINE_REDUCE(T, N, and) DEFINE_REDUCE(T, N, or) DEFINE_REDUCE(T, N, xor)
#define REDUCE_REAL(T, N) DEFINE_REDUCE(T, N, max) DEFINE_REDUCE(T, N, min)
#define REDUCE_ANY(T, N) DEFINE_REDUCE(T, N, sum) DEFINE_REDUCE(T, N, prod)
#define TO_ALL_BITWISE(T, N) DEFINE_TO_ALL(T, N, and) DEFINE_TO_ALL(T, N, or) DEFINE_TO_ALL(T, N, xor)
#define TO_ALL_REAL(T, N) DEFINE_TO_ALL(T, N, max) DEFINE_TO_ALL(T, N, min)
#define TO_ALL_ANY(T, N) DEFINE_TO_ALL(T, N, sum) DEFINE_TO_ALL(T, N, prod)

SHMEM_FOR_BITWISE_REDUCE_TYPES(COMBINE_BITWISE)
SHMEM_FOR_RMA_TYPES(COMBINE_REAL)
SHMEM_FOR_RMA_TYPES(COMBINE_ANY)
SHMEM_FOR_COMPLEX_TYPES(COMBINE_ANY)
SHMEM_FOR_BITWISE_REDUCE_TYPES(REDUCE_BITWISE)
SHMEM_FOR_RMA_TYPES(REDUCE_REAL)
SHMEM_FOR_RMA_TYPES(REDUCE_ANY)
SHMEM_FOR_COMPLEX_TYPES(REDUCE_ANY)
SHMEM_FOR_ACTIVE_SET_INTEGERS(TO_ALL_BITWISE)
SHMEM_FOR_ACTIVE_SET_REALS(TO_ALL_REAL)
SHMEM_FOR_ACTIVE_SET_REALS(TO_ALL_ANY)
SHMEM_FOR_COMPLEX_TYPES(TO_ALL_ANY)

/* ---- the interface of the others ---- */

#define DEFINE_COLLECTIVES(T, size, broadcast_, collect_, fcollect_, alltoall_, alltoalls_)                          \
  API(int, shmem_##broadcast_, shmem_team_t team, T *dest, const T *source, size_t nelems, int PE_root) {            \
    broadcast(CALLER, group_of(CALLER, team), dest, source, nelems * (size), PE_root, true);                         \
    return 0;                                                                                                        \
  }                                                                                                                  \
  API(int, shmem_##collect_, shmem_team_t team, T *dest, const T *source, size_t nelems) {                           \
    collect(CALLER, group_of(CALLER, team), dest, source, nelems * (size));                                          \
    return 0;                                                                                                        \
  }                                                                                                                  \
  API(int, shmem_##fcollect_, shmem_team_t team, T *dest, const T *source, size_t nelems) {                          \
    fcollect(CALLER, group_of(CALLER, team), dest, source, nelems * (size));                                         \
    return 0;                                                                                                        \
  }                                                                                                                  \
  API(int, shmem_##alltoall_, shmem_team_t team, T *dest, const T *source, size_t nelems) {                          \
    alltoalls(CALLER, group_of(CALLER, team), dest, source, 1, 1, nelems, size);                                     \
    return 0;                                                                                                        \
  }                                                                                                                  \
  API(int, shmem_##alltoalls_, shmem_team_t team, T *dest, const T *source, ptrdiff_t dst, ptrdiff_t sst,            \
      size_t nelems) {                                                                                               \
    alltoalls(CALLER, group_of(CALLER, team), dest, source, dst, sst, nelems, size);                                 \
    return 0;                                                                                                        \
  }
#define DEFINE_TYPED_COLLECTIVES(T, N)                                                                               \
  DEFINE_COLLECTIVES(T, sizeof(T), N##_broadcast, N##_collect, N##_fcollect, N##_alltoall, N##_alltoalls)

#define SET_OF_PES active_set(CALLER, PE_start, logPE_stride, PE_size, pSync)
#define DEFINE_SIZED_COLLECTIVES(bits)                                                                               \
  API(void, shmem_broadcast##bits, void *dest, const void *source, size_t nelems, int PE_root, SHMEM_ACTIVE_SET,     \
      long *pSync) {                                                                                                 \
    broadcast(CALLER, SET_OF_PES, dest, source, nelems * (bits / 8), PE_root, false);                                \
  }                                                                                                                  \
  API(void, shmem_collect##bits, void *dest, const void *source, size_t nelems, SHMEM_ACTIVE_SET, long *pSync) {     \
    collect(CALLER, SET_OF_PES, dest, source, nelems * (bits / 8));                                                  \
  }                                                                                                                  \
  API(void, shmem_fcollect##bits, void *dest, const void *source, size_t nelems, SHMEM_ACTIVE_SET, long *pSync) {    \
    fcollect(CALLER, SET_OF_PES, dest, source, nelems * (bits / 8));                                                 \
  }                                                                                                                  \
  API(void, shmem_alltoall##bits, void *dest, const void *source, size_t nelems, SHMEM_ACTIVE_SET, long *pSync) {    \
    alltoalls(CALLER, SET_OF_PES, dest, source, 1, 1, nelems, bits / 8);                                             \
  }                                                                                                                  \
  API(void, shmem_alltoalls##bits, void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems,      \
      SHMEM_ACTIVE_SET, long *pSync) {                                                                               \
    alltoalls(CALLER, SET_OF_PES, dest, source, dst, sst, nelems, bits / 8);                                         \
  }

SHMEM_FOR_RMA_TYPES(DEFINE_TYPED_COLLECTIVES)
DEFINE_COLLECTIVES(void, 1, broadcastmem, collectmem, fcollectmem, alltoallmem, alltoallsmem)
DEFINE_SIZED_COLLECTIVES(32)
DEFINE_SIZED_COLLECTIVES(64)
