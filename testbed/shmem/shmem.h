/*
 * OpenSHMEM 1.5, with what it deprecates, for the single-node runtime of the testbed. Every function also has its profiling
 * name, with a `p` in front. Define SHMEM_NO_GENERICS to leave out the C11 generic forms, which hide functions of the same name.
 */
#ifndef SHMEM_H
#define SHMEM_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- constants and handles ---- */

#define SHMEM_MAJOR_VERSION 1
#define SHMEM_MINOR_VERSION 5
#define SHMEM_MAX_NAME_LEN 64
#define SHMEM_VENDOR_STRING "Fencepost testbed"

enum { SHMEM_THREAD_SINGLE, SHMEM_THREAD_FUNNELED, SHMEM_THREAD_SERIALIZED, SHMEM_THREAD_MULTIPLE };
enum { SHMEM_CMP_EQ, SHMEM_CMP_NE, SHMEM_CMP_GT, SHMEM_CMP_GE, SHMEM_CMP_LT, SHMEM_CMP_LE };
enum { SHMEM_SIGNAL_SET, SHMEM_SIGNAL_ADD };

#define SHMEM_CTX_SERIALIZED 1L
#define SHMEM_CTX_PRIVATE 2L
#define SHMEM_CTX_NOSTORE 4L
#define SHMEM_MALLOC_ATOMICS_REMOTE 1L
#define SHMEM_MALLOC_SIGNAL_REMOTE 2L
#define SHMEM_TEAM_NUM_CONTEXTS 1L

#define SHMEM_SYNC_VALUE (-1L)
#define SHMEM_SYNC_SIZE 4
#define SHMEM_BARRIER_SYNC_SIZE SHMEM_SYNC_SIZE
#define SHMEM_BCAST_SYNC_SIZE SHMEM_SYNC_SIZE
#define SHMEM_COLLECT_SYNC_SIZE SHMEM_SYNC_SIZE
#define SHMEM_REDUCE_SYNC_SIZE SHMEM_SYNC_SIZE
#define SHMEM_ALLTOALL_SYNC_SIZE SHMEM_SYNC_SIZE
#define SHMEM_ALLTOALLS_SYNC_SIZE SHMEM_SYNC_SIZE
#define SHMEM_REDUCE_MIN_WRKDATA_SIZE 1

#define _SHMEM_MAJOR_VERSION SHMEM_MAJOR_VERSION
#define _SHMEM_MINOR_VERSION SHMEM_MINOR_VERSION
#define _SHMEM_MAX_NAME_LEN SHMEM_MAX_NAME_LEN
#define _SHMEM_VENDOR_STRING SHMEM_VENDOR_STRING
#define _SHMEM_CMP_EQ SHMEM_CMP_EQ
#define _SHMEM_CMP_NE SHMEM_CMP_NE
#define _SHMEM_CMP_GT SHMEM_CMP_GT
#define _SHMEM_CMP_GE SHMEM_CMP_GE
#define _SHMEM_CMP_LT SHMEM_CMP_LT
#define _SHMEM_CMP_LE SHMEM_CMP_LE
#define _SHMEM_SYNC_VALUE SHMEM_SYNC_VALUE
#define _SHMEM_BARRIER_SYNC_SIZE SHMEM_BARRIER_SYNC_SIZE
#define _SHMEM_BCAST_SYNC_SIZE SHMEM_BCAST_SYNC_SIZE
#define _SHMEM_COLLECT_SYNC_SIZE SHMEM_COLLECT_SYNC_SIZE
#define _SHMEM_REDUCE_SYNC_SIZE SHMEM_REDUCE_SYNC_SIZE
#define _SHMEM_REDUCE_MIN_WRKDATA_SIZE SHMEM_REDUCE_MIN_WRKDATA_SIZE

typedef struct shmem_testbed_team *shmem_team_t;
typedef struct shmem_testbed_ctx *shmem_ctx_t;
typedef struct {
  int num_contexts;
} shmem_team_config_t;

/* Handles are constants of the linker: they may initialise static variables. */
extern struct shmem_testbed_team shmem_testbed_world, shmem_testbed_shared;
extern struct shmem_testbed_ctx shmem_testbed_default;
#define SHMEM_TEAM_WORLD (&shmem_testbed_world)
#define SHMEM_TEAM_SHARED (&shmem_testbed_shared)
#define SHMEM_TEAM_INVALID ((shmem_team_t)0)
#define SHMEM_CTX_DEFAULT (&shmem_testbed_default)
#define SHMEM_CTX_INVALID ((shmem_ctx_t)0)

/* ---- types that the typed functions exist for: X(type, name) ---- */

#define SHMEM_TESTBED 1 /* some functions exist for more types than in the standard */

#define SHMEM_FOR_AMO_TYPES(X)                                                                                   \
  X(int, int) X(long, long) X(long long, longlong)                                                               \
  X(unsigned int, uint) X(unsigned long, ulong) X(unsigned long long, ulonglong)                                 \
  X(int32_t, int32) X(int64_t, int64) X(uint32_t, uint32) X(uint64_t, uint64) X(size_t, size) X(ptrdiff_t, ptrdiff)
#define SHMEM_FOR_EXTENDED_AMO_TYPES(X) SHMEM_FOR_AMO_TYPES(X) X(float, float) X(double, double)
#define SHMEM_FOR_BITWISE_AMO_TYPES(X)                                                                           \
  X(unsigned int, uint) X(unsigned long, ulong) X(unsigned long long, ulonglong)                                 \
  X(int32_t, int32) X(int64_t, int64) X(uint32_t, uint32) X(uint64_t, uint64)
#define SHMEM_FOR_P2P_TYPES(X) SHMEM_FOR_AMO_TYPES(X) X(short, short) X(unsigned short, ushort)
#define SHMEM_FOR_RMA_TYPES(X)                                                                                   \
  SHMEM_FOR_P2P_TYPES(X)                                                                                         \
  X(float, float) X(double, double) X(long double, longdouble)                                                   \
  X(char, char) X(signed char, schar) X(unsigned char, uchar)                                                    \
  X(int8_t, int8) X(int16_t, int16) X(uint8_t, uint8) X(uint16_t, uint16)
#define SHMEM_FOR_SIZES(X) X(8) X(16) X(32) X(64) X(128)

/* Operations of reductions: X(type, name), over teams and, below, over active sets. */
#define SHMEM_FOR_BITWISE_REDUCE_TYPES(X)                                                                        \
  X(unsigned char, uchar) X(unsigned short, ushort)                                                              \
  X(int8_t, int8) X(int16_t, int16) X(uint8_t, uint8) X(uint16_t, uint16) X(size_t, size)                        \
  SHMEM_FOR_BITWISE_AMO_TYPES(X) SHMEM_FOR_ACTIVE_SET_INTEGERS(X) /* these as other libraries */
#define SHMEM_FOR_COMPLEX_TYPES(X) X(double _Complex, complexd) X(float _Complex, complexf)
#define SHMEM_FOR_ACTIVE_SET_INTEGERS(X) X(short, short) X(int, int) X(long, long) X(long long, longlong)
#define SHMEM_FOR_ACTIVE_SET_REALS(X)                                                                            \
  SHMEM_FOR_ACTIVE_SET_INTEGERS(X) X(float, float) X(double, double) X(long double, longdouble)

#define SHMEM_DECLARE(result, function, ...)                                                                     \
  result function(__VA_ARGS__);                                                                                  \
  result p##function(__VA_ARGS__);
/* With a context and on the default context. */
#define SHMEM_DECLARE_BOTH(result, name, ...)                                                                    \
  SHMEM_DECLARE(result, shmem_##name, __VA_ARGS__)                                                               \
  SHMEM_DECLARE(result, shmem_ctx_##name, shmem_ctx_t ctx, __VA_ARGS__)

/* ---- set-up, queries ---- */

SHMEM_DECLARE(void, shmem_init, void)
SHMEM_DECLARE(int, shmem_init_thread, int requested, int *provided)
SHMEM_DECLARE(void, shmem_query_thread, int *provided)
SHMEM_DECLARE(void, shmem_finalize, void)
SHMEM_DECLARE(void, shmem_global_exit, int status)
SHMEM_DECLARE(int, shmem_my_pe, void)
SHMEM_DECLARE(int, shmem_n_pes, void)
SHMEM_DECLARE(int, shmem_pe_accessible, int pe)
SHMEM_DECLARE(int, shmem_addr_accessible, const void *addr, int pe)
SHMEM_DECLARE(void *, shmem_ptr, const void *dest, int pe)
SHMEM_DECLARE(void *, shmem_team_ptr, shmem_team_t team, const void *dest, int pe)
SHMEM_DECLARE(void, shmem_info_get_version, int *major, int *minor)
SHMEM_DECLARE(void, shmem_info_get_name, char *name)
SHMEM_DECLARE(void, shmem_pcontrol, int level, ...)
SHMEM_DECLARE(void, start_pes, int npes)
SHMEM_DECLARE(int, _my_pe, void)
SHMEM_DECLARE(int, _num_pes, void)

/* ---- symmetric memory ---- */

SHMEM_DECLARE(void *, shmem_malloc, size_t size)
SHMEM_DECLARE(void *, shmem_malloc_with_hints, size_t size, long hints)
SHMEM_DECLARE(void *, shmem_calloc, size_t count, size_t size)
SHMEM_DECLARE(void *, shmem_align, size_t alignment, size_t size)
SHMEM_DECLARE(void *, shmem_realloc, void *ptr, size_t size)
SHMEM_DECLARE(void, shmem_free, void *ptr)
SHMEM_DECLARE(void *, shmalloc, size_t size)
SHMEM_DECLARE(void *, shmemalign, size_t alignment, size_t size)
SHMEM_DECLARE(void *, shrealloc, void *ptr, size_t size)
SHMEM_DECLARE(void, shfree, void *ptr)

/* ---- teams and contexts ---- */

SHMEM_DECLARE(int, shmem_team_my_pe, shmem_team_t team)
SHMEM_DECLARE(int, shmem_team_n_pes, shmem_team_t team)
SHMEM_DECLARE(int, shmem_team_get_config, shmem_team_t team, long config_mask, shmem_team_config_t *config)
SHMEM_DECLARE(int, shmem_team_translate_pe, shmem_team_t src_team, int src_pe, shmem_team_t dest_team)
SHMEM_DECLARE(int, shmem_team_split_strided, shmem_team_t parent_team, int start, int stride, int size,
              const shmem_team_config_t *config, long config_mask, shmem_team_t *new_team)
SHMEM_DECLARE(int, shmem_team_split_2d, shmem_team_t parent_team, int xrange,
              const shmem_team_config_t *xaxis_config, long xaxis_mask, shmem_team_t *xaxis_team,
              const shmem_team_config_t *yaxis_config, long yaxis_mask, shmem_team_t *yaxis_team)
SHMEM_DECLARE(void, shmem_team_destroy, shmem_team_t team)
SHMEM_DECLARE(int, shmem_ctx_create, long options, shmem_ctx_t *ctx)
SHMEM_DECLARE(int, shmem_team_create_ctx, shmem_team_t team, long options, shmem_ctx_t *ctx)
SHMEM_DECLARE(int, shmem_ctx_get_team, shmem_ctx_t ctx, shmem_team_t *team)
SHMEM_DECLARE(void, shmem_ctx_destroy, shmem_ctx_t ctx)

/* ---- remote memory access ---- */

#define SHMEM_DECLARE_RMA(T, put, get)                                                                           \
  SHMEM_DECLARE_BOTH(void, put, T *dest, const T *source, size_t nelems, int pe)                                 \
  SHMEM_DECLARE_BOTH(void, put##_nbi, T *dest, const T *source, size_t nelems, int pe)                           \
  SHMEM_DECLARE_BOTH(void, get, T *dest, const T *source, size_t nelems, int pe)                                 \
  SHMEM_DECLARE_BOTH(void, get##_nbi, T *dest, const T *source, size_t nelems, int pe)                           \
  SHMEM_DECLARE_BOTH(void, put##_signal, T *dest, const T *source, size_t nelems, uint64_t *sig_addr,            \
                     uint64_t signal, int sig_op, int pe)                                                        \
  SHMEM_DECLARE_BOTH(void, put##_signal_nbi, T *dest, const T *source, size_t nelems, uint64_t *sig_addr,        \
                     uint64_t signal, int sig_op, int pe)
#define SHMEM_DECLARE_STRIDED(T, iput, iget)                                                                     \
  SHMEM_DECLARE_BOTH(void, iput, T *dest, const T *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe)  \
  SHMEM_DECLARE_BOTH(void, iget, T *dest, const T *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe)
#define SHMEM_DECLARE_TYPED(T, N)                                                                                \
  SHMEM_DECLARE_RMA(T, N##_put, N##_get)                                                                         \
  SHMEM_DECLARE_STRIDED(T, N##_iput, N##_iget)                                                                   \
  SHMEM_DECLARE_BOTH(void, N##_p, T *dest, T value, int pe)                                                      \
  SHMEM_DECLARE_BOTH(T, N##_g, const T *source, int pe)
#define SHMEM_DECLARE_SIZED(bits)                                                                                \
  SHMEM_DECLARE_RMA(void, put##bits, get##bits)                                                                  \
  SHMEM_DECLARE_STRIDED(void, iput##bits, iget##bits)

SHMEM_FOR_RMA_TYPES(SHMEM_DECLARE_TYPED)
SHMEM_FOR_SIZES(SHMEM_DECLARE_SIZED)
SHMEM_DECLARE_RMA(void, putmem, getmem)
SHMEM_DECLARE(uint64_t, shmem_signal_fetch, const uint64_t *sig_addr)

/* ---- atomic memory operations ---- */

#define SHMEM_DECLARE_EXTENDED_AMO(T, N)                                                                         \
  SHMEM_DECLARE_BOTH(T, N##_atomic_fetch, const T *source, int pe)                                               \
  SHMEM_DECLARE_BOTH(void, N##_atomic_fetch_nbi, T *fetch, const T *source, int pe)                              \
  SHMEM_DECLARE_BOTH(void, N##_atomic_set, T *dest, T value, int pe)                                             \
  SHMEM_DECLARE_BOTH(T, N##_atomic_swap, T *dest, T value, int pe)                                               \
  SHMEM_DECLARE_BOTH(void, N##_atomic_swap_nbi, T *fetch, T *dest, T value, int pe)
#define SHMEM_DECLARE_AMO(T, N)                                                                                  \
  SHMEM_DECLARE_BOTH(T, N##_atomic_compare_swap, T *dest, T cond, T value, int pe)                               \
  SHMEM_DECLARE_BOTH(void, N##_atomic_compare_swap_nbi, T *fetch, T *dest, T cond, T value, int pe)              \
  SHMEM_DECLARE_BOTH(T, N##_atomic_fetch_inc, T *dest, int pe)                                                   \
  SHMEM_DECLARE_BOTH(void, N##_atomic_fetch_inc_nbi, T *fetch, T *dest, int pe)                                  \
  SHMEM_DECLARE_BOTH(void, N##_atomic_inc, T *dest, int pe)                                                      \
  SHMEM_DECLARE_UPDATE(T, N, add)
#define SHMEM_DECLARE_UPDATE(T, N, update)                                                                       \
  SHMEM_DECLARE_BOTH(T, N##_atomic_fetch_##update, T *dest, T value, int pe)                                     \
  SHMEM_DECLARE_BOTH(void, N##_atomic_fetch_##update##_nbi, T *fetch, T *dest, T value, int pe)                  \
  SHMEM_DECLARE_BOTH(void, N##_atomic_##update, T *dest, T value, int pe)
#define SHMEM_DECLARE_BITWISE_AMO(T, N)                                                                          \
  SHMEM_DECLARE_UPDATE(T, N, and) SHMEM_DECLARE_UPDATE(T, N, or) SHMEM_DECLARE_UPDATE(T, N, xor)

SHMEM_FOR_EXTENDED_AMO_TYPES(SHMEM_DECLARE_EXTENDED_AMO)
SHMEM_FOR_AMO_TYPES(SHMEM_DECLARE_AMO)
SHMEM_FOR_BITWISE_AMO_TYPES(SHMEM_DECLARE_BITWISE_AMO)

/* Deprecated names of the same. */
#define SHMEM_FOR_OLD_AMO_TYPES(X) SHMEM_FOR_AMO_TYPES(X) /* other libraries have more than the three of the standard, too */
#define SHMEM_FOR_OLD_EXTENDED_AMO_TYPES(X) SHMEM_FOR_EXTENDED_AMO_TYPES(X)
#define SHMEM_DECLARE_OLD_EXTENDED_AMO(T, N)                                                                     \
  SHMEM_DECLARE(T, shmem_##N##_fetch, const T *source, int pe)                                                   \
  SHMEM_DECLARE(void, shmem_##N##_set, T *dest, T value, int pe)                                                 \
  SHMEM_DECLARE(T, shmem_##N##_swap, T *dest, T value, int pe)
#define SHMEM_DECLARE_OLD_AMO(T, N)                                                                              \
  SHMEM_DECLARE(T, shmem_##N##_cswap, T *dest, T cond, T value, int pe)                                          \
  SHMEM_DECLARE(T, shmem_##N##_finc, T *dest, int pe)                                                            \
  SHMEM_DECLARE(void, shmem_##N##_inc, T *dest, int pe)                                                          \
  SHMEM_DECLARE(T, shmem_##N##_fadd, T *dest, T value, int pe)                                                   \
  SHMEM_DECLARE(void, shmem_##N##_add, T *dest, T value, int pe)

SHMEM_FOR_OLD_EXTENDED_AMO_TYPES(SHMEM_DECLARE_OLD_EXTENDED_AMO)
SHMEM_FOR_OLD_AMO_TYPES(SHMEM_DECLARE_OLD_AMO)

/* ---- point-to-point synchronisation ---- */

#define SHMEM_DECLARE_P2P(T, N)                                                                                  \
  SHMEM_DECLARE(void, shmem_##N##_wait_until, T *ivar, int cmp, T cmp_value)                                     \
  SHMEM_DECLARE(int, shmem_##N##_test, T *ivar, int cmp, T cmp_value)                                            \
  SHMEM_DECLARE_P2P_ARRAY(T, N, T cmp_value, )                                                                   \
  SHMEM_DECLARE_P2P_ARRAY(T, N, T *cmp_values, _vector)
#define SHMEM_DECLARE_P2P_ARRAY(T, N, value, vector)                                                             \
  SHMEM_DECLARE(void, shmem_##N##_wait_until_all##vector, T *ivars, size_t nelems, const int *status, int cmp, value) \
  SHMEM_DECLARE(size_t, shmem_##N##_wait_until_any##vector, T *ivars, size_t nelems, const int *status, int cmp, value) \
  SHMEM_DECLARE(size_t, shmem_##N##_wait_until_some##vector, T *ivars, size_t nelems, size_t *indices,           \
                const int *status, int cmp, value)                                                               \
  SHMEM_DECLARE(int, shmem_##N##_test_all##vector, T *ivars, size_t nelems, const int *status, int cmp, value)   \
  SHMEM_DECLARE(size_t, shmem_##N##_test_any##vector, T *ivars, size_t nelems, const int *status, int cmp, value) \
  SHMEM_DECLARE(size_t, shmem_##N##_test_some##vector, T *ivars, size_t nelems, size_t *indices,                 \
                const int *status, int cmp, value)
#define SHMEM_DECLARE_WAIT(T, N) SHMEM_DECLARE(void, shmem_##N##_wait, T *ivar, T cmp_value)

SHMEM_FOR_P2P_TYPES(SHMEM_DECLARE_P2P)
SHMEM_FOR_ACTIVE_SET_INTEGERS(SHMEM_DECLARE_WAIT)
SHMEM_DECLARE(void, shmem_wait, long *ivar, long cmp_value)
SHMEM_DECLARE(void, shmem_wait_until, long *ivar, int cmp, long cmp_value)
SHMEM_DECLARE(uint64_t, shmem_signal_wait_until, uint64_t *sig_addr, int cmp, uint64_t cmp_value)

/* ---- ordering, barriers, locks ---- */

SHMEM_DECLARE(void, shmem_fence, void)
SHMEM_DECLARE(void, shmem_ctx_fence, shmem_ctx_t ctx)
SHMEM_DECLARE(void, shmem_quiet, void)
SHMEM_DECLARE(void, shmem_ctx_quiet, shmem_ctx_t ctx)
SHMEM_DECLARE(void, shmem_barrier_all, void)
SHMEM_DECLARE(void, shmem_barrier, int PE_start, int logPE_stride, int PE_size, long *pSync)
SHMEM_DECLARE(void, shmem_sync_all, void)
SHMEM_DECLARE(void, shmem_sync, int PE_start, int logPE_stride, int PE_size, long *pSync)
SHMEM_DECLARE(int, shmem_team_sync, shmem_team_t team)
SHMEM_DECLARE(void, shmem_set_lock, long *lock)
SHMEM_DECLARE(void, shmem_clear_lock, long *lock)
SHMEM_DECLARE(int, shmem_test_lock, long *lock)
SHMEM_DECLARE(void, shmem_set_cache_inv, void)
SHMEM_DECLARE(void, shmem_set_cache_line_inv, void *dest)
SHMEM_DECLARE(void, shmem_clear_cache_inv, void)
SHMEM_DECLARE(void, shmem_clear_cache_line_inv, void *dest)
SHMEM_DECLARE(void, shmem_udcflush, void)
SHMEM_DECLARE(void, shmem_udcflush_line, void *dest)

/* ---- collectives ---- */

#define SHMEM_DECLARE_COLLECTIVES(T, broadcast, collect, fcollect, alltoall, alltoalls)                          \
  SHMEM_DECLARE(int, shmem_##broadcast, shmem_team_t team, T *dest, const T *source, size_t nelems, int PE_root) \
  SHMEM_DECLARE(int, shmem_##collect, shmem_team_t team, T *dest, const T *source, size_t nelems)                \
  SHMEM_DECLARE(int, shmem_##fcollect, shmem_team_t team, T *dest, const T *source, size_t nelems)               \
  SHMEM_DECLARE(int, shmem_##alltoall, shmem_team_t team, T *dest, const T *source, size_t nelems)               \
  SHMEM_DECLARE(int, shmem_##alltoalls, shmem_team_t team, T *dest, const T *source, ptrdiff_t dst, ptrdiff_t sst, \
                size_t nelems)
#define SHMEM_DECLARE_TYPED_COLLECTIVES(T, N)                                                                    \
  SHMEM_DECLARE_COLLECTIVES(T, N##_broadcast, N##_collect, N##_fcollect, N##_alltoall, N##_alltoalls)
#define SHMEM_ACTIVE_SET int PE_start, int logPE_stride, int PE_size
#define SHMEM_DECLARE_SIZED_COLLECTIVES(bits)                                                                    \
  SHMEM_DECLARE(void, shmem_broadcast##bits, void *dest, const void *source, size_t nelems, int PE_root,         \
                SHMEM_ACTIVE_SET, long *pSync)                                                                   \
  SHMEM_DECLARE(void, shmem_collect##bits, void *dest, const void *source, size_t nelems, SHMEM_ACTIVE_SET,      \
                long *pSync)                                                                                     \
  SHMEM_DECLARE(void, shmem_fcollect##bits, void *dest, const void *source, size_t nelems, SHMEM_ACTIVE_SET,     \
                long *pSync)                                                                                     \
  SHMEM_DECLARE(void, shmem_alltoall##bits, void *dest, const void *source, size_t nelems, SHMEM_ACTIVE_SET,     \
                long *pSync)                                                                                     \
  SHMEM_DECLARE(void, shmem_alltoalls##bits, void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst,       \
                size_t nelems, SHMEM_ACTIVE_SET, long *pSync)
#define SHMEM_DECLARE_REDUCE(T, N, operation)                                                                    \
  SHMEM_DECLARE(int, shmem_##N##_##operation##_reduce, shmem_team_t team, T *dest, const T *source, size_t nreduce)
#define SHMEM_DECLARE_TO_ALL(T, N, operation)                                                                    \
  SHMEM_DECLARE(void, shmem_##N##_##operation##_to_all, T *dest, const T *source, int nreduce, SHMEM_ACTIVE_SET, \
                T *pWrk, long *pSync)
#define SHMEM_DECLARE_BITWISE_REDUCE(T, N)                                                                       \
  SHMEM_DECLARE_REDUCE(T, N, and) SHMEM_DECLARE_REDUCE(T, N, or) SHMEM_DECLARE_REDUCE(T, N, xor)
#define SHMEM_DECLARE_REAL_REDUCE(T, N) SHMEM_DECLARE_REDUCE(T, N, max) SHMEM_DECLARE_REDUCE(T, N, min)
#define SHMEM_DECLARE_ANY_REDUCE(T, N) SHMEM_DECLARE_REDUCE(T, N, sum) SHMEM_DECLARE_REDUCE(T, N, prod)
#define SHMEM_DECLARE_BITWISE_TO_ALL(T, N)                                                                       \
  SHMEM_DECLARE_TO_ALL(T, N, and) SHMEM_DECLARE_TO_ALL(T, N, or) SHMEM_DECLARE_TO_ALL(T, N, xor)
#define SHMEM_DECLARE_REAL_TO_ALL(T, N) SHMEM_DECLARE_TO_ALL(T, N, max) SHMEM_DECLARE_TO_ALL(T, N, min)
#define SHMEM_DECLARE_ANY_TO_ALL(T, N) SHMEM_DECLARE_TO_ALL(T, N, sum) SHMEM_DECLARE_TO_ALL(T, N, prod)

SHMEM_FOR_RMA_TYPES(SHMEM_DECLARE_TYPED_COLLECTIVES)
SHMEM_DECLARE_COLLECTIVES(void, broadcastmem, collectmem, fcollectmem, alltoallmem, alltoallsmem)
SHMEM_DECLARE_SIZED_COLLECTIVES(32)
SHMEM_DECLARE_SIZED_COLLECTIVES(64)
SHMEM_FOR_BITWISE_REDUCE_TYPES(SHMEM_DECLARE_BITWISE_REDUCE)
SHMEM_FOR_RMA_TYPES(SHMEM_DECLARE_REAL_REDUCE)
SHMEM_FOR_RMA_TYPES(SHMEM_DECLARE_ANY_REDUCE)
SHMEM_FOR_COMPLEX_TYPES(SHMEM_DECLARE_ANY_REDUCE)
SHMEM_FOR_ACTIVE_SET_INTEGERS(SHMEM_DECLARE_BITWISE_TO_ALL)
SHMEM_FOR_ACTIVE_SET_REALS(SHMEM_DECLARE_REAL_TO_ALL)
SHMEM_FOR_ACTIVE_SET_REALS(SHMEM_DECLARE_ANY_TO_ALL)
SHMEM_FOR_COMPLEX_TYPES(SHMEM_DECLARE_ANY_TO_ALL)

#ifdef __cplusplus
}
#elif defined __STDC_VERSION__ && __STDC_VERSION__ >= 201112L && !defined SHMEM_NO_GENERICS
#include "shmem_generic.h"
#endif

#endif
