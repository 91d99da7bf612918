// The C11 generic forms choose the function of the type, with and without a context.
#include "check.h"

#include <complex.h>

// One name for each type; the sized ones are the same types again.
#define AMO_TYPES(X, f)                                                                             \
  X(int, int, f) X(long, long, f) X(long long, longlong, f)                                         \
  X(unsigned int, uint, f) X(unsigned long, ulong, f) X(unsigned long long, ulonglong, f)
#define EXTENDED_TYPES(X, f) AMO_TYPES(X, f) X(float, float, f) X(double, double, f)
#define BITWISE_TYPES(X, f)                                                                         \
  X(int32_t, int32, f) X(int64_t, int64, f)                                                         \
  X(uint32_t, uint32, f) X(uint64_t, uint64, f) X(unsigned long long, ulonglong, f)
#define P2P_TYPES(X, f) AMO_TYPES(X, f) X(short, short, f) X(unsigned short, ushort, f)
#define RMA_TYPES(X, f)                                                                             \
  P2P_TYPES(X, f)                                                                                   \
  X(float, float, f) X(double, double, f) X(long double, longdouble, f)                             \
  X(char, char, f) X(signed char, schar, f) X(unsigned char, uchar, f)
#define BITS_TYPES(X, f)                                                                            \
  BITWISE_TYPES(X, f) X(int8_t, int8, f) X(int16_t, int16, f) X(uint8_t, uint8, f) X(uint16_t, uint16, f)

static shmem_ctx_t ctx;

#define TEST_RMA(T, N, f)                                                                        \
  static void rma_##N(void) {                                                                       \
    static T dest[4];                                                                               \
    T source[4] = {1, 2, 3, 4}, back[4] = {0};                                                      \
    static uint64_t signal;                                                                         \
    shmem_put(dest, source, 1, me);                                                                 \
    shmem_put(ctx, dest + 1, source + 1, 1, me);                                                    \
    shmem_put_nbi(dest + 2, source + 2, 1, me);                                                     \
    shmem_put_nbi(ctx, dest + 3, source + 3, 1, me);                                                \
    shmem_quiet(), shmem_ctx_quiet(ctx);                                                            \
    for (int i = 0; i < 4; i++) CHECK(dest[i] == source[i]);                                        \
    shmem_get(back, dest, 1, me);                                                                   \
    shmem_get(ctx, back + 1, dest + 1, 1, me);                                                      \
    shmem_get_nbi(back + 2, dest + 2, 1, me);                                                       \
    shmem_get_nbi(ctx, back + 3, dest + 3, 1, me);                                                  \
    shmem_quiet(), shmem_ctx_quiet(ctx);                                                            \
    for (int i = 0; i < 4; i++) CHECK(back[i] == source[i]);                                        \
    shmem_iput(dest, source, 2, 1, 2, me);                                                          \
    shmem_iput(ctx, dest + 1, source, 2, 1, 2, me);                                                 \
    shmem_quiet(), shmem_ctx_quiet(ctx);                                                            \
    shmem_iget(back, dest, 1, 2, 2, me);                                                            \
    shmem_iget(ctx, back + 2, dest + 1, 1, 2, 2, me);                                               \
    CHECK(back[0] == 1 && back[1] == 2 && back[2] == 1 && back[3] == 2);                            \
    shmem_p(dest, (T)7, me);                                                                        \
    shmem_p(ctx, dest + 1, (T)8, me);                                                               \
    shmem_quiet(), shmem_ctx_quiet(ctx);                                                            \
    CHECK(shmem_g((const T *)dest, me) == 7 && shmem_g(ctx, dest + 1, me) == 8);                    \
    shmem_put_signal(dest, source, 1, &signal, 1, SHMEM_SIGNAL_ADD, me);                            \
    shmem_put_signal(ctx, dest + 1, source, 1, &signal, 1, SHMEM_SIGNAL_ADD, me);                   \
    shmem_put_signal_nbi(dest + 2, source, 1, &signal, 1, SHMEM_SIGNAL_ADD, me);                    \
    shmem_put_signal_nbi(ctx, dest + 3, source, 1, &signal, 1, SHMEM_SIGNAL_ADD, me);               \
    CHECK(shmem_signal_wait_until(&signal, SHMEM_CMP_GE, 4) == 4 && dest[3] == 1);                  \
  }
RMA_TYPES(TEST_RMA, )

#define TEST_EXTENDED(T, N, f)                                                                   \
  static void extended_##N(void) {                                                                  \
    static T word;                                                                                  \
    T old;                                                                                          \
    shmem_atomic_set(&word, 1, me);                                                                 \
    shmem_quiet();                                                                                  \
    CHECK(shmem_atomic_fetch(&word, me) == 1 && shmem_atomic_swap(&word, 2, me) == 1);              \
    shmem_atomic_set(ctx, &word, 3, me);                                                            \
    shmem_ctx_quiet(ctx);                                                                           \
    CHECK(shmem_atomic_fetch(ctx, &word, me) == 3 && shmem_atomic_swap(ctx, &word, 4, me) == 3);    \
    shmem_atomic_fetch_nbi(&old, &word, me);                                                        \
    shmem_quiet();                                                                                  \
    CHECK(old == 4);                                                                                \
    shmem_atomic_swap_nbi(ctx, &old, &word, 5, me);                                                 \
    shmem_ctx_quiet(ctx);                                                                           \
    CHECK(old == 4 && word == 5);                                                                   \
  }
EXTENDED_TYPES(TEST_EXTENDED, )

#define TEST_AMO(T, N, f)                                                                        \
  static void amo_##N(void) {                                                                       \
    static T word;                                                                                  \
    T old;                                                                                          \
    CHECK(shmem_atomic_compare_swap(&word, 0, 1, me) == 0 && shmem_atomic_compare_swap(ctx, &word, 1, 2, me) == 1); \
    CHECK(shmem_atomic_fetch_inc(&word, me) == 2 && shmem_atomic_fetch_inc(ctx, &word, me) == 3);   \
    CHECK(shmem_atomic_fetch_add(&word, 2, me) == 4 && shmem_atomic_fetch_add(ctx, &word, 2, me) == 6); \
    shmem_atomic_inc(&word, me), shmem_atomic_inc(ctx, &word, me);                                  \
    shmem_atomic_add(&word, 5, me), shmem_atomic_add(ctx, &word, 5, me);                            \
    shmem_quiet(), shmem_ctx_quiet(ctx);                                                            \
    CHECK(word == 20);                                                                              \
    shmem_atomic_compare_swap_nbi(&old, &word, 20, 21, me);                                         \
    shmem_quiet();                                                                                  \
    CHECK(old == 20);                                                                               \
    shmem_atomic_fetch_inc_nbi(ctx, &old, &word, me);                                               \
    shmem_ctx_quiet(ctx);                                                                           \
    CHECK(old == 21);                                                                               \
    shmem_atomic_fetch_add_nbi(&old, &word, 8, me);                                                 \
    shmem_quiet();                                                                                  \
    CHECK(old == 22 && word == 30);                                                                 \
  }
AMO_TYPES(TEST_AMO, )

#define TEST_BITWISE(T, N, f)                                                                    \
  static void bitwise_##N(void) {                                                                   \
    static T word = 12;                                                                             \
    T old;                                                                                          \
    CHECK(shmem_atomic_fetch_and(&word, 10, me) == 12 && shmem_atomic_fetch_or(ctx, &word, 3, me) == 8); \
    CHECK(shmem_atomic_fetch_xor(&word, 1, me) == 11);                                              \
    shmem_atomic_and(&word, 6, me), shmem_quiet();                                                  \
    shmem_atomic_or(ctx, &word, 4, me), shmem_ctx_quiet(ctx);                                       \
    shmem_atomic_xor(&word, 1, me), shmem_quiet();                                                  \
    CHECK(word == 7);                                                                               \
    shmem_atomic_fetch_and_nbi(&old, &word, 5, me), shmem_quiet();                                  \
    CHECK(old == 7);                                                                                \
    shmem_atomic_fetch_or_nbi(&old, &word, 8, me), shmem_quiet();                                   \
    CHECK(old == 5);                                                                                \
    shmem_atomic_fetch_xor_nbi(ctx, &old, &word, 15, me), shmem_ctx_quiet(ctx);                     \
    CHECK(old == 13 && word == 2);                                                                  \
  }
BITWISE_TYPES(TEST_BITWISE, )

#define TEST_P2P(T, N, f)                                                                        \
  static void p2p_##N(void) {                                                                       \
    static T flags[2] = {1, 2};                                                                     \
    T values[2] = {1, 2};                                                                           \
    size_t indices[2];                                                                              \
    const int status[2] = {1, 0};                                                                   \
    shmem_wait_until(flags, SHMEM_CMP_EQ, 1);                                                       \
    shmem_wait_until_all(flags, 2, NULL, SHMEM_CMP_GE, 1);                                          \
    shmem_wait_until_all_vector(flags, 2, NULL, SHMEM_CMP_EQ, values);                              \
    CHECK(shmem_wait_until_any(flags, 2, status, SHMEM_CMP_GE, 1) == 1);                            \
    CHECK(shmem_wait_until_any_vector(flags, 2, status, SHMEM_CMP_EQ, values) == 1);                \
    CHECK(shmem_wait_until_some(flags, 2, indices, NULL, SHMEM_CMP_GT, 1) == 1 && indices[0] == 1); \
    CHECK(shmem_wait_until_some_vector(flags, 2, indices, NULL, SHMEM_CMP_EQ, values) == 2);        \
    CHECK(!shmem_test(flags, SHMEM_CMP_NE, 1) && !shmem_test_all(flags, 2, NULL, SHMEM_CMP_EQ, 1)); \
    CHECK(shmem_test_all_vector(flags, 2, NULL, SHMEM_CMP_LE, values));                             \
    CHECK(shmem_test_any(flags, 2, NULL, SHMEM_CMP_LT, 1) == SIZE_MAX);                             \
    CHECK(shmem_test_any_vector(flags, 2, status, SHMEM_CMP_EQ, values) == 1);                      \
    CHECK(shmem_test_some(flags, 2, indices, NULL, SHMEM_CMP_EQ, 1) == 1 && indices[0] == 0);       \
    CHECK(shmem_test_some_vector(flags, 2, indices, NULL, SHMEM_CMP_NE, values) == 0);              \
  }
P2P_TYPES(TEST_P2P, )

#define TEST_COLLECTIVE(T, N, f)                                                                 \
  static void collective_##N(void) {                                                                \
    static T dest[64], source[64];                                                                  \
    for (int i = 0; i < 64; i++) source[i] = (T)(me + 1);                                           \
    shmem_sync(SHMEM_TEAM_WORLD);                                                                   \
    CHECK(shmem_broadcast(SHMEM_TEAM_WORLD, dest, source, 2, pes - 1) == 0 && dest[1] == (T)pes);   \
    shmem_sync_all();                                                                               \
    CHECK(shmem_collect(SHMEM_TEAM_WORLD, dest, source, 2) == 0 && dest[2 * pes - 1] == (T)pes);    \
    shmem_sync_all();                                                                               \
    CHECK(shmem_fcollect(SHMEM_TEAM_WORLD, dest, source, 1) == 0 && dest[pes - 1] == (T)pes);       \
    shmem_sync_all();                                                                               \
    CHECK(shmem_alltoall(SHMEM_TEAM_WORLD, dest, source, 1) == 0 && dest[0] == 1);                  \
    shmem_sync_all();                                                                               \
    CHECK(shmem_alltoalls(SHMEM_TEAM_WORLD, dest, source, 2, 1, 1) == 0 && dest[2 * (pes - 1)] == (T)pes); \
    shmem_sync_all();                                                                               \
    CHECK(shmem_max_reduce(SHMEM_TEAM_WORLD, dest, source, 1) == 0 && dest[0] == (T)pes);           \
    shmem_sync_all();                                                                               \
    CHECK(shmem_min_reduce(SHMEM_TEAM_WORLD, dest, source, 1) == 0 && dest[0] == 1);                \
    shmem_sync_all();                                                                               \
    CHECK(shmem_sum_reduce(SHMEM_TEAM_WORLD, dest, source, 1) == 0 && dest[0] == (T)(pes * (pes + 1) / 2)); \
    shmem_sync_all();                                                                               \
    CHECK(shmem_prod_reduce(SHMEM_TEAM_WORLD, dest, source, 1) == 0 && dest[0] == (T)(pes == 4 ? 24 : pes == 3 ? 6 : pes)); \
    shmem_sync_all();                                                                               \
  }
RMA_TYPES(TEST_COLLECTIVE, )

#define TEST_BITS(T, N, f)                                                                       \
  static void bits_##N(void) {                                                                      \
    static T dest, source;                                                                          \
    source = (T)(1 << me | 64);                                                                     \
    CHECK(shmem_and_reduce(SHMEM_TEAM_WORLD, &dest, &source, 1) == 0 && dest == (T)(pes == 1 ? 65 : 64)); \
    shmem_sync_all();                                                                               \
    CHECK(shmem_or_reduce(SHMEM_TEAM_WORLD, &dest, &source, 1) == 0 && dest == (T)((1 << pes) - 1 + 64)); \
    shmem_sync_all();                                                                               \
    CHECK(shmem_xor_reduce(SHMEM_TEAM_WORLD, &dest, &source, 1) == 0 && dest == (T)((1 << pes) - 1 + pes % 2 * 64)); \
    shmem_sync_all();                                                                               \
  }
BITS_TYPES(TEST_BITS, )

static void complex_numbers(void) {
  static double _Complex dest, source;
  static float _Complex short_dest, short_source;
  source = 1 + I, short_source = 2 * I;
  CHECK(shmem_sum_reduce(SHMEM_TEAM_WORLD, &dest, &source, 1) == 0 && dest == pes + pes * I);
  CHECK(shmem_prod_reduce(SHMEM_TEAM_WORLD, &short_dest, &short_source, 1) == 0);
  float _Complex product = 1;
  for (int i = 0; i < pes; i++) product *= 2 * I;
  CHECK(short_dest == product);
}

static void deprecated(void) {
  static long word;
  static double real;
  shmem_set(&real, 2.5, me), shmem_quiet();
  CHECK(shmem_fetch(&real, me) == 2.5 && shmem_swap(&word, 3, me) == 0);
  CHECK(shmem_cswap(&word, 3, 4, me) == 3 && shmem_finc(&word, me) == 4 && shmem_fadd(&word, 5, me) == 5);
  shmem_inc(&word, me), shmem_add(&word, 9, me), shmem_quiet();
  CHECK(word == 20);
}

int main(void) {
  start();
  CHECK(shmem_ctx_create(0, &ctx) == 0);
#define CALL(T, N, f) f##N();
  RMA_TYPES(CALL, rma_)
  EXTENDED_TYPES(CALL, extended_)
  AMO_TYPES(CALL, amo_)
  BITWISE_TYPES(CALL, bitwise_)
  P2P_TYPES(CALL, p2p_)
  RMA_TYPES(CALL, collective_)
  BITS_TYPES(CALL, bits_)
  complex_numbers();
  deprecated();
  shmem_ctx_destroy(ctx);
  shmem_finalize();
  return 0;
}
