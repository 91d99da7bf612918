// Every atomic operation of every type, with and without context, blocking and not, and by their deprecated names; then that
// they are atomic.
#include "check.h"

static shmem_ctx_t ctx;

// On memory of the right neighbour that nobody else uses.
#define DONE(old_value, new_value)                                                                  \
  do {                                                                                              \
    shmem_quiet();                                                                                  \
    shmem_ctx_quiet(ctx);                                                                           \
    CHECK(old == (old_value) && shmem_getmem_value == (new_value));                                 \
  } while (0)
#define shmem_getmem_value (shmem_getmem(&there, &word, sizeof word, right), there)

#define TEST_EXTENDED(T, N)                                                                         \
  static void extended_##N(void) {                                                                  \
    static T word;                                                                                  \
    T old = 0, there;                                                                               \
    word = 5;                                                                                       \
    shmem_barrier_all();                                                                            \
    old = shmem_##N##_atomic_fetch(&word, right);                                                   \
    DONE(5, 5);                                                                                     \
    old = shmem_ctx_##N##_atomic_fetch(ctx, &word, right);                                          \
    DONE(5, 5);                                                                                     \
    shmem_##N##_atomic_set(&word, 6, right);                                                        \
    DONE(5, 6);                                                                                     \
    shmem_ctx_##N##_atomic_set(ctx, &word, 7, right);                                               \
    DONE(5, 7);                                                                                     \
    old = shmem_##N##_atomic_swap(&word, 8, right);                                                 \
    DONE(7, 8);                                                                                     \
    old = shmem_ctx_##N##_atomic_swap(ctx, &word, 9, right);                                        \
    DONE(8, 9);                                                                                     \
    shmem_##N##_atomic_fetch_nbi(&old, &word, right);                                               \
    DONE(9, 9);                                                                                     \
    shmem_##N##_atomic_swap_nbi(&old, &word, 10, right);                                            \
    DONE(9, 10);                                                                                    \
    shmem_ctx_##N##_atomic_swap_nbi(ctx, &old, &word, 11, right);                                   \
    DONE(10, 11);                                                                                   \
    shmem_ctx_##N##_atomic_fetch_nbi(ctx, &old, &word, right);                                      \
    DONE(11, 11);                                                                                   \
    shmem_barrier_all();                                                                            \
  }
SHMEM_FOR_EXTENDED_AMO_TYPES(TEST_EXTENDED)

#define TEST_STANDARD(T, N)                                                                         \
  static void standard_##N(void) {                                                                  \
    static T word;                                                                                  \
    T old = 0, there;                                                                               \
    word = 5;                                                                                       \
    shmem_barrier_all();                                                                            \
    old = shmem_##N##_atomic_compare_swap(&word, 4, 1, right);                                      \
    DONE(5, 5);                                                                                     \
    old = shmem_ctx_##N##_atomic_compare_swap(ctx, &word, 5, 20, right);                            \
    DONE(5, 20);                                                                                    \
    shmem_##N##_atomic_compare_swap_nbi(&old, &word, 20, 21, right);                                \
    DONE(20, 21);                                                                                   \
    shmem_ctx_##N##_atomic_compare_swap_nbi(ctx, &old, &word, 1, 2, right);                         \
    DONE(21, 21);                                                                                   \
    old = shmem_##N##_atomic_fetch_inc(&word, right);                                               \
    DONE(21, 22);                                                                                   \
    old = shmem_ctx_##N##_atomic_fetch_inc(ctx, &word, right);                                      \
    DONE(22, 23);                                                                                   \
    shmem_##N##_atomic_fetch_inc_nbi(&old, &word, right);                                           \
    DONE(23, 24);                                                                                   \
    shmem_ctx_##N##_atomic_fetch_inc_nbi(ctx, &old, &word, right);                                  \
    DONE(24, 25);                                                                                   \
    shmem_##N##_atomic_inc(&word, right);                                                           \
    DONE(24, 26);                                                                                   \
    shmem_ctx_##N##_atomic_inc(ctx, &word, right);                                                  \
    DONE(24, 27);                                                                                   \
    old = shmem_##N##_atomic_fetch_add(&word, 3, right);                                            \
    DONE(27, 30);                                                                                   \
    old = shmem_ctx_##N##_atomic_fetch_add(ctx, &word, (T)-30, right);                              \
    DONE(30, 0);                                                                                    \
    shmem_##N##_atomic_fetch_add_nbi(&old, &word, (T)-1, right);                                    \
    DONE(0, (T)-1);                                                                                 \
    shmem_ctx_##N##_atomic_fetch_add_nbi(ctx, &old, &word, 2, right);                               \
    DONE((T)-1, 1);                                                                                 \
    shmem_##N##_atomic_add(&word, 4, right);                                                        \
    DONE((T)-1, 5);                                                                                 \
    shmem_ctx_##N##_atomic_add(ctx, &word, 5, right);                                               \
    DONE((T)-1, 10);                                                                                \
    shmem_barrier_all();                                                                            \
  }
SHMEM_FOR_AMO_TYPES(TEST_STANDARD)

#define TEST_BITS(T, N, name, operator)                                                             \
  do {                                                                                              \
    T want = word_was operator 0x5a;                                                                \
    old = 1;                                                                                        \
    shmem_##N##_atomic_set(&word, word_was, right);                                                 \
    shmem_quiet();                                                                                  \
    old = shmem_##N##_atomic_fetch_##name(&word, 0x5a, right);                                      \
    DONE(word_was, want);                                                                           \
    want = want operator 0x77;                                                                      \
    old = shmem_ctx_##N##_atomic_fetch_##name(ctx, &word, 0x77, right);                             \
    DONE(word_was operator 0x5a, want);                                                             \
    shmem_##N##_atomic_fetch_##name##_nbi(&old, &word, 0x3c, right);                                \
    DONE(want, (T)(want operator 0x3c));                                                            \
    shmem_ctx_##N##_atomic_fetch_##name##_nbi(ctx, &old, &word, 0x1f, right);                       \
    DONE((T)(want operator 0x3c), (T)(want operator 0x3c operator 0x1f));                           \
    shmem_##N##_atomic_set(&word, word_was, right);                                                 \
    shmem_fence();                                                                                  \
    shmem_##N##_atomic_##name(&word, 0x5a, right);                                                  \
    shmem_quiet();                                                                                  \
    shmem_ctx_##N##_atomic_##name(ctx, &word, 0x77, right);                                         \
    shmem_ctx_quiet(ctx);                                                                           \
    CHECK(shmem_getmem_value == want);                                                              \
  } while (0)
#define TEST_BITWISE(T, N)                                                                          \
  static void bitwise_##N(void) {                                                                   \
    static T word;                                                                                  \
    T old, there, word_was = 0x66;                                                                  \
    TEST_BITS(T, N, and, &);                                                                        \
    TEST_BITS(T, N, or, |);                                                                         \
    TEST_BITS(T, N, xor, ^);                                                                        \
    shmem_barrier_all();                                                                            \
  }
SHMEM_FOR_BITWISE_AMO_TYPES(TEST_BITWISE)

#define TEST_OLD_EXTENDED(T, N)                                                                     \
  static void old_extended_##N(void) {                                                              \
    static T word;                                                                                  \
    T old, there;                                                                                   \
    shmem_##N##_set(&word, 3, right);                                                               \
    shmem_quiet();                                                                                  \
    old = shmem_##N##_fetch(&word, right);                                                          \
    DONE(3, 3);                                                                                     \
    old = shmem_##N##_swap(&word, 4, right);                                                        \
    DONE(3, 4);                                                                                     \
    shmem_barrier_all();                                                                            \
  }
SHMEM_FOR_OLD_EXTENDED_AMO_TYPES(TEST_OLD_EXTENDED)

#define TEST_OLD(T, N)                                                                              \
  static void old_##N(void) {                                                                       \
    static T word;                                                                                  \
    T old, there;                                                                                   \
    old = shmem_##N##_cswap(&word, 0, 4, right);                                                    \
    DONE(0, 4);                                                                                     \
    old = shmem_##N##_finc(&word, right);                                                           \
    DONE(4, 5);                                                                                     \
    old = shmem_##N##_fadd(&word, 2, right);                                                        \
    DONE(5, 7);                                                                                     \
    shmem_##N##_inc(&word, right);                                                                  \
    shmem_##N##_add(&word, 10, right);                                                              \
    DONE(5, 18);                                                                                    \
    shmem_barrier_all();                                                                            \
  }
SHMEM_FOR_OLD_AMO_TYPES(TEST_OLD)

static void contention(void) {
  enum { ROUNDS = 2000 };
  static int counter, small;
  static long taken, sum;
  static unsigned long bits;
  for (int i = 0; i < ROUNDS; i++) {
    shmem_int_atomic_inc(&counter, 0);
    shmem_long_atomic_add(&sum, i, pes - 1);
    shmem_ulong_atomic_xor(&bits, 1ul << (i % 64), 0);
    int seen = shmem_int_atomic_fetch(&small, 0);
    if (shmem_int_atomic_compare_swap(&small, seen, seen + 1, 0) == seen) taken++;
  }
  shmem_barrier_all();
  long all = 0;
  for (int pe = 0; pe < pes; pe++) all += shmem_long_g(&taken, pe);
  CHECK(shmem_int_g(&counter, 0) == ROUNDS * pes && shmem_int_g(&small, 0) == all);
  CHECK(shmem_long_g(&sum, pes - 1) == (long)pes * ROUNDS * (ROUNDS - 1) / 2);
  CHECK(shmem_ulong_g(&bits, 0) == (pes % 2 == 1 ? ~0ul << 16 : 0)); // 2000 = 31 * 64 + 16
  shmem_barrier_all();
}

int main(void) {
  start();
  CHECK(shmem_ctx_create(SHMEM_CTX_PRIVATE, &ctx) == 0);
#define CALL_EXTENDED(T, N) extended_##N();
  SHMEM_FOR_EXTENDED_AMO_TYPES(CALL_EXTENDED)
#define CALL_STANDARD(T, N) standard_##N();
  SHMEM_FOR_AMO_TYPES(CALL_STANDARD)
#define CALL_BITWISE(T, N) bitwise_##N();
  SHMEM_FOR_BITWISE_AMO_TYPES(CALL_BITWISE)
#define CALL_OLD_EXTENDED(T, N) old_extended_##N();
  SHMEM_FOR_OLD_EXTENDED_AMO_TYPES(CALL_OLD_EXTENDED)
#define CALL_OLD(T, N) old_##N();
  SHMEM_FOR_OLD_AMO_TYPES(CALL_OLD)
  contention();
  shmem_ctx_destroy(ctx);
  shmem_finalize();
  return 0;
}
