// Every typed and sized put and get, with and without context, in blocks, single, strided, nonblocking and with a signal.
#include "check.h"

#include <string.h>

enum { COUNT = 24, PLENTY = 2 * COUNT + 8 };

static uint64_t signal;
static shmem_ctx_t ctx;

// Each PE puts to its right neighbour: `dest` has then what `source` has on the left one.
#define FILL(array, value)                                                                          \
  for (int i_ = 0; i_ < PLENTY; i_++) array[i_] = (__typeof__(array[0]))(value)
#define ROUND(T, call, from, to, step)                                                              \
  do {                                                                                              \
    FILL(dest, 99);                                                                                 \
    FILL(source, me * 10 + i_);                                                                     \
    shmem_barrier_all();                                                                            \
    call;                                                                                           \
    shmem_ctx_quiet(ctx);                                                                           \
    shmem_barrier_all();                                                                            \
    for (int i_ = 0; i_ < PLENTY; i_++)                                                             \
      CHECK(dest[i_] == (T)(i_ >= (from) && i_ < (to) && i_ % (step) == 0 ? other * 10 + i_ / (step) : 99)); \
    shmem_barrier_all();                                                                            \
  } while (0)

#define BLOCKS(T, put, get, n)                                                                      \
  do {                                                                                              \
    int other = left;                                                                               \
    ROUND(T, shmem_##put(dest, source, n, right), 0, COUNT, 1);                                     \
    ROUND(T, shmem_ctx_##put(ctx, dest, source, n, right), 0, COUNT, 1);                            \
    ROUND(T, shmem_##put##_nbi(dest, source, n, right), 0, COUNT, 1);                               \
    ROUND(T, shmem_ctx_##put##_nbi(ctx, dest, source, n, right), 0, COUNT, 1);                      \
    signal = 0;                                                                                     \
    ROUND(T, shmem_##put##_signal(dest, source, n, &signal, 3, SHMEM_SIGNAL_ADD, right), 0, COUNT, 1); \
    ROUND(T, shmem_ctx_##put##_signal(ctx, dest, source, n, &signal, 3, SHMEM_SIGNAL_ADD, right), 0, COUNT, 1); \
    CHECK(signal == 6 && shmem_signal_fetch(&signal) == 6);                                         \
    ROUND(T, shmem_##put##_signal_nbi(dest, source, n, &signal, 4, SHMEM_SIGNAL_SET, right), 0, COUNT, 1); \
    CHECK(signal == 4);                                                                             \
    ROUND(T, shmem_ctx_##put##_signal_nbi(ctx, dest, source, n, &signal, 1, SHMEM_SIGNAL_ADD, right), 0, COUNT, 1); \
    CHECK(signal == 5);                                                                             \
    other = right;                                                                                  \
    ROUND(T, shmem_##get(dest, source, n, right), 0, COUNT, 1);                                     \
    ROUND(T, shmem_ctx_##get(ctx, dest, source, n, right), 0, COUNT, 1);                            \
    ROUND(T, shmem_##get##_nbi(dest, source, n, right), 0, COUNT, 1);                               \
    ROUND(T, shmem_ctx_##get##_nbi(ctx, dest, source, n, right), 0, COUNT, 1);                      \
  } while (0)
#define STRIDES(T, iput, iget, n)                                                                   \
  do {                                                                                              \
    int other = left;                                                                               \
    ROUND(T, shmem_##iput(dest, source, 2, 1, n, right), 0, 2 * COUNT, 2);                          \
    ROUND(T, shmem_ctx_##iput(ctx, dest, source, 2, 1, n, right), 0, 2 * COUNT, 2);                 \
    other = right;                                                                                  \
    ROUND(T, shmem_##iget(dest, source, 2, 1, n, right), 0, 2 * COUNT, 2);                          \
    ROUND(T, shmem_ctx_##iget(ctx, dest, source, 2, 1, n, right), 0, 2 * COUNT, 2);                 \
  } while (0)

#define TEST_TYPE(T, N)                                                                             \
  static void test_##N(void) {                                                                      \
    static T dest[PLENTY];                                                                          \
    T source_on_stack[PLENTY], *source = source_on_stack;                                           \
    static T symmetric[PLENTY];                                                                     \
    int other = left;                                                                               \
    ROUND(T, shmem_##N##_put(dest, source, COUNT, right), 0, COUNT, 1);                             \
    source = symmetric;                                                                             \
    BLOCKS(T, N##_put, N##_get, COUNT);                                                             \
    STRIDES(T, N##_iput, N##_iget, COUNT);                                                          \
    ROUND(T, shmem_##N##_p(dest, source[0], right), 0, 1, 1);                                       \
    ROUND(T, shmem_ctx_##N##_p(ctx, dest, source[0], right), 0, 1, 1);                              \
    other = right;                                                                                  \
    ROUND(T, dest[0] = shmem_##N##_g(source, right), 0, 1, 1);                                      \
    ROUND(T, dest[0] = shmem_ctx_##N##_g(ctx, source, right), 0, 1, 1);                             \
  }
SHMEM_FOR_RMA_TYPES(TEST_TYPE)

// The same by size; memory is counted in bytes.
#define TEST_SIZE(bits, T)                                                                          \
  static void test_##bits(void) {                                                                   \
    T *dest = shmem_malloc(PLENTY * sizeof(T)), *source = shmem_malloc(PLENTY * sizeof(T));         \
    BLOCKS(T, put##bits, get##bits, COUNT);                                                         \
    STRIDES(T, iput##bits, iget##bits, COUNT);                                                      \
    shmem_free(dest);                                                                               \
    shmem_free(source);                                                                             \
  }
TEST_SIZE(8, unsigned char)
TEST_SIZE(16, uint16_t)
TEST_SIZE(32, uint32_t)
TEST_SIZE(64, uint64_t)
TEST_SIZE(128, unsigned __int128)

static void test_mem(void) {
  static unsigned char dest[PLENTY], source[PLENTY];
  BLOCKS(unsigned char, putmem, getmem, COUNT);
}

// Strides on both sides, nothing at all, and all alignments of large blocks.
static void test_shapes(void) {
  static int dest[30], source[30];
  for (int i = 0; i < 30; i++) source[i] = me * 100 + i, dest[i] = -1;
  shmem_barrier_all();
  shmem_int_iput(dest, source, 3, 2, 10, right);
  shmem_int_put(dest, NULL, 0, right);
  shmem_barrier_all();
  for (int i = 0; i < 30; i++) CHECK(dest[i] == (i % 3 == 0 ? left * 100 + i / 3 * 2 : -1));
  size_t size = 100000;
  char *block = shmem_malloc(size + 16), *copy = malloc(size + 16);
  for (int shift = 0; shift < 16; shift += 5) {
    memset(copy, 'a' + me + shift, size + 16);
    shmem_putmem(block + shift, copy + 3, size, right);
    shmem_barrier_all();
    for (size_t i = 0; i < size; i += 997) CHECK(block[shift + i] == 'a' + left + shift);
    CHECK(block[shift + size - 1] == 'a' + left + shift);
    shmem_barrier_all();
  }
  shmem_free(block);
  free(copy);
}

int main(void) {
  start();
  CHECK(shmem_ctx_create(0, &ctx) == 0);
#define CALL_TYPE(T, N) test_##N();
  SHMEM_FOR_RMA_TYPES(CALL_TYPE)
#define CALL_SIZE(bits) test_##bits();
  SHMEM_FOR_SIZES(CALL_SIZE)
  test_mem();
  test_shapes();
  shmem_ctx_destroy(ctx);
  shmem_finalize();
  return 0;
}
