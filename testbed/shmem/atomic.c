/* Atomic memory operations: whatever the type, they move or combine the bits of one word of 4 or 8 bytes. */
#include "runtime.h"

static struct operation operation_on(const char *caller, shmem_ctx_t ctx, const void *word, size_t size, enum update update,
                                     uint64_t value, uint64_t condition, int *pe) {
  enter(caller);
  *pe = pe_in(caller, ctx, *pe);
  if ((uintptr_t)word % size != 0) fail(caller, "%p is not aligned to the %zu bytes of the type", word, size);
  return (struct operation){.word = writable_at(caller, word, size, *pe), .word_size = size, .update = update,
                            .value = value, .condition = condition};
}

static void change(const char *caller, shmem_ctx_t ctx, void *word, size_t size, enum update update, uint64_t value, int pe) {
  struct operation operation = operation_on(caller, ctx, word, size, update, value, 0, &pe);
  deliver(ctx, pe, &operation, LATER);
}

static void fetch(const char *caller, shmem_ctx_t ctx, void *fetched, const void *word, size_t size, enum update update,
                  uint64_t value, uint64_t condition, int pe, enum when when) {
  struct operation operation = operation_on(caller, ctx, word, size, update, value, condition, &pe);
  operation.fetched = fetched;
  deliver(ctx, pe, &operation, when);
}

/* The bits of a value of any of the types. */
static inline uint64_t bits_of(const void *value, size_t size) {
  uint64_t whole = 0;
  uint32_t half = 0;
  if (size == 8) __builtin_memcpy(&whole, value, 8);
  if (size == 4) __builtin_memcpy(&half, value, 4);
  return size == 4 ? half : whole;
}
#define BITS(value) bits_of(&(value), sizeof(value))

/* Fetches into the result of the call, or, not blocking, into a variable of the program. */
#define DEFINE_FETCH(T, name, nbi, update, value, condition, word, ...)                                              \
  API_BOTH(T, name, (__VA_ARGS__, int pe), T old;                                                                    \
           fetch(CALLER, ctx, &old, word, sizeof(T), update, value, condition, pe, NOW_IN_ORDER); return old)        \
  API_BOTH(void, nbi, (T *fetch_, __VA_ARGS__, int pe),                                                              \
           fetch(CALLER, ctx, fetch_, word, sizeof(T), update, value, condition, pe, MUCH_LATER))
#define DEFINE_CHANGE(T, name, update, value, ...)                                                                   \
  API_BOTH(void, name, (__VA_ARGS__, int pe), change(CALLER, ctx, dest, sizeof(T), update, value, pe))

#define DEFINE_UPDATE(T, N, name, update)                                                                            \
  DEFINE_FETCH(T, N##_atomic_fetch_##name, N##_atomic_fetch_##name##_nbi, update, BITS(value), 0, dest, T *dest, T value) \
  DEFINE_CHANGE(T, N##_atomic_##name, update, BITS(value), T *dest, T value)
#define DEFINE_EXTENDED_AMO(T, N)                                                                                    \
  DEFINE_FETCH(T, N##_atomic_fetch, N##_atomic_fetch_nbi, FETCH, 0, 0, source, const T *source)                      \
  DEFINE_FETCH(T, N##_atomic_swap, N##_atomic_swap_nbi, SET, BITS(value), 0, dest, T *dest, T value)                 \
  DEFINE_CHANGE(T, N##_atomic_set, SET, BITS(value), T *dest, T value)
#define DEFINE_AMO(T, N)                                                                                             \
  DEFINE_FETCH(T, N##_atomic_compare_swap, N##_atomic_compare_swap_nbi, COMPARE_SWAP, BITS(value), BITS(cond), dest, \
               T *dest, T cond, T value)                                                                             \
  DEFINE_FETCH(T, N##_atomic_fetch_inc, N##_atomic_fetch_inc_nbi, ADD, 1, 0, dest, T *dest)                          \
  DEFINE_CHANGE(T, N##_atomic_inc, ADD, 1, T *dest)                                                                  \
  DEFINE_UPDATE(T, N, add, ADD)
#define DEFINE_BITWISE_AMO(T, N) DEFINE_UPDATE(T, N, and, AND) DEFINE_UPDATE(T, N, or, OR) DEFINE_UPDATE(T, N, xor, XOR)

SHMEM_FOR_EXTENDED_AMO_TYPES(DEFINE_EXTENDED_AMO)
SHMEM_FOR_AMO_TYPES(DEFINE_AMO)
SHMEM_FOR_BITWISE_AMO_TYPES(DEFINE_BITWISE_AMO)

/* ---- deprecated names ---- */

#define DEFINE_OLD_FETCH(T, name, update, value, condition, word, ...)                                               \
  API(T, name, __VA_ARGS__, int pe) {                                                                                \
    T old;                                                                                                           \
    fetch(CALLER, SHMEM_CTX_DEFAULT, &old, word, sizeof(T), update, value, condition, pe, NOW_IN_ORDER);             \
    return old;                                                                                                      \
  }
#define DEFINE_OLD_CHANGE(T, name, update, value, ...)                                                               \
  API(void, name, __VA_ARGS__, int pe) { change(CALLER, SHMEM_CTX_DEFAULT, dest, sizeof(T), update, value, pe); }

#define DEFINE_OLD_EXTENDED_AMO(T, N)                                                                                \
  DEFINE_OLD_FETCH(T, shmem_##N##_fetch, FETCH, 0, 0, source, const T *source)                                       \
  DEFINE_OLD_FETCH(T, shmem_##N##_swap, SET, BITS(value), 0, dest, T *dest, T value)                                 \
  DEFINE_OLD_CHANGE(T, shmem_##N##_set, SET, BITS(value), T *dest, T value)
#define DEFINE_OLD_AMO(T, N)                                                                                         \
  DEFINE_OLD_FETCH(T, shmem_##N##_cswap, COMPARE_SWAP, BITS(value), BITS(cond), dest, T *dest, T cond, T value)      \
  DEFINE_OLD_FETCH(T, shmem_##N##_finc, ADD, 1, 0, dest, T *dest)                                                    \
  DEFINE_OLD_FETCH(T, shmem_##N##_fadd, ADD, BITS(value), 0, dest, T *dest, T value)                                 \
  DEFINE_OLD_CHANGE(T, shmem_##N##_inc, ADD, 1, T *dest)                                                             \
  DEFINE_OLD_CHANGE(T, shmem_##N##_add, ADD, BITS(value), T *dest, T value)

SHMEM_FOR_OLD_EXTENDED_AMO_TYPES(DEFINE_OLD_EXTENDED_AMO)
SHMEM_FOR_OLD_AMO_TYPES(DEFINE_OLD_AMO)
