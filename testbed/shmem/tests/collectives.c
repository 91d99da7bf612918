// Collectives over teams and over active sets, in all types and sizes: every second PE, and all of them.
#include "check.h"

#include <complex.h>
#include <string.h>

enum { COUNT = 3, MOST = 16 * COUNT };

static shmem_team_t half; // PEs 0, 2, ...
static int half_size;
static long sync_[8][SHMEM_SYNC_SIZE];

#define FILL(value)                                                                                 \
  do {                                                                                              \
    for (int i = 0; i < MOST; i++) dest[i] = 0, source[i] = (__typeof__(source[0]))(value);         \
    shmem_barrier_all();                                                                            \
  } while (0)

// `members` PEs, this one being number `my`, which is PE `my * step`.
#define MOVE(T, broadcast_, root_too, collect_, fcollect_, alltoall_, alltoalls_)                   \
  do {                                                                                              \
    FILL(10 * me + i);                                                                              \
    if (in) broadcast_;                                                                             \
    for (int i = 0; in && i < COUNT; i++)                                                           \
      CHECK(dest[i] == (T)(my != members - 1 || (root_too) ? 10 * (members - 1) * step + i : 0));   \
    FILL(10 * me + i);                                                                              \
    size_t mine = (size_t)(my + 1), at = 0;                                                         \
    if (in) collect_;                                                                               \
    for (int pe = 0; in && pe < members; pe++)                                                      \
      for (int i = 0; i <= pe; i++) CHECK(dest[at++] == (T)(10 * pe * step + i));                   \
    FILL(10 * me + i);                                                                              \
    if (in) fcollect_;                                                                              \
    for (int i = 0; in && i < COUNT * members; i++) CHECK(dest[i] == (T)(10 * (i / COUNT) * step + i % COUNT)); \
    FILL(10 * me + i);                                                                              \
    if (in) alltoall_;                                                                              \
    for (int i = 0; in && i < COUNT * members; i++)                                                 \
      CHECK(dest[i] == (T)(10 * (i / COUNT) * step + my * COUNT + i % COUNT));                      \
    FILL(10 * me + i);                                                                              \
    if (in) alltoalls_;                                                                             \
    for (int i = 0; in && i < 2 * members * 2; i++) /* two elements a PE */                         \
      CHECK(dest[i] == (T)(i % 2 == 0 ? 10 * (i / 4) * step + 3 * (my * 2 + i / 2 % 2) : 0));       \
    shmem_barrier_all();                                                                            \
  } while (0)

#define TEST_TYPE(T, N)                                                                             \
  static void test_##N(void) {                                                                      \
    static T dest[MOST], source[MOST];                                                              \
    int members = pes, my = me, step = 1, in = 1;                                                   \
    OVER_TEAM(T, N, SHMEM_TEAM_WORLD);                                                              \
    members = half_size, my = me / 2, step = 2, in = me % 2 == 0;                                   \
    OVER_TEAM(T, N, half);                                                                          \
  }
#define OVER_TEAM(T, N, team)                                                                       \
  MOVE(T, CHECK(shmem_##N##_broadcast(team, dest, source, COUNT, members - 1) == 0), 1,             \
       CHECK(shmem_##N##_collect(team, dest, source, mine) == 0),                                   \
       CHECK(shmem_##N##_fcollect(team, dest, source, COUNT) == 0),                                 \
       CHECK(shmem_##N##_alltoall(team, dest, source, COUNT) == 0),                                 \
       CHECK(shmem_##N##_alltoalls(team, dest, source, 2, 3, 2) == 0))
SHMEM_FOR_RMA_TYPES(TEST_TYPE)

static void test_mem(void) {
  static unsigned char dest[MOST], source[MOST];
  int members = pes, my = me, step = 1, in = 1;
  MOVE(unsigned char, CHECK(shmem_broadcastmem(SHMEM_TEAM_SHARED, dest, source, COUNT, members - 1) == 0), 1,
       CHECK(shmem_collectmem(SHMEM_TEAM_SHARED, dest, source, mine) == 0),
       CHECK(shmem_fcollectmem(SHMEM_TEAM_SHARED, dest, source, COUNT) == 0),
       CHECK(shmem_alltoallmem(SHMEM_TEAM_SHARED, dest, source, COUNT) == 0),
       CHECK(shmem_alltoallsmem(SHMEM_TEAM_SHARED, dest, source, 2, 3, 2) == 0));
}

#define OVER_ACTIVE_SET(T, bits, log_stride)                                                        \
  MOVE(T, shmem_broadcast##bits(dest, source, COUNT, members - 1, 0, log_stride, members, sync_[0]), 0, \
       shmem_collect##bits(dest, source, mine, 0, log_stride, members, sync_[1]),                   \
       shmem_fcollect##bits(dest, source, COUNT, 0, log_stride, members, sync_[2]),                 \
       shmem_alltoall##bits(dest, source, COUNT, 0, log_stride, members, sync_[3]),                 \
       shmem_alltoalls##bits(dest, source, 2, 3, 2, 0, log_stride, members, sync_[4]))
#define TEST_SIZE(bits)                                                                             \
  static void test_##bits(void) {                                                                   \
    static uint##bits##_t dest[MOST], source[MOST];                                                 \
    int members = pes, my = me, step = 1, in = 1;                                                   \
    OVER_ACTIVE_SET(uint##bits##_t, bits, 0);                                                       \
    members = half_size, my = me / 2, step = 2, in = me % 2 == 0;                                   \
    OVER_ACTIVE_SET(uint##bits##_t, bits, 1);                                                       \
  }
TEST_SIZE(32)
TEST_SIZE(64)

// ---- reductions: the expected result from the same operator, over all contributions in order ----

#define EXPECT(T, formula)                                                                          \
  for (int i = 0; i < COUNT; i++) {                                                                 \
    T a = VALUE(T, 0, i);                                                                           \
    for (int pe = 1; pe < pes; pe++) {                                                              \
      T b = VALUE(T, pe, i);                                                                        \
      a = (T)(formula);                                                                             \
    }                                                                                               \
    CHECK(dest[i] == a);                                                                            \
  }
#define VALUE(T, pe, i) (T)((pe) * 3 % 4 + (i) + 1)
#define REDUCE(T, N, operation, formula)                                                            \
  do {                                                                                              \
    for (int i = 0; i < COUNT; i++) source[i] = VALUE(T, me, i);                                    \
    CHECK(shmem_##N##_##operation##_reduce(SHMEM_TEAM_WORLD, dest, source, COUNT) == 0);            \
    EXPECT(T, formula)                                                                              \
    for (int i = 0; i < COUNT; i++) dest[i] = source[i]; /* in place */                             \
    shmem_sync_all();                                                                               \
    CHECK(shmem_##N##_##operation##_reduce(SHMEM_TEAM_WORLD, dest, dest, COUNT) == 0);              \
    EXPECT(T, formula)                                                                              \
    shmem_sync_all(); /* others may write to it as soon as they reduce again */                     \
  } while (0)
#define TO_ALL(T, N, operation, formula)                                                            \
  do {                                                                                              \
    for (int i = 0; i < COUNT; i++) source[i] = VALUE(T, me, i);                                    \
    shmem_##N##_##operation##_to_all(dest, source, COUNT, 0, 0, pes, work, sync_[5]);               \
    EXPECT(T, formula)                                                                              \
    shmem_barrier_all(); /* before the work arrays are used again */                                \
  } while (0)
#define STATIC_ARRAYS(T)                                                                            \
  static T dest[COUNT], source[COUNT], work[COUNT + SHMEM_REDUCE_MIN_WRKDATA_SIZE];                 \
  (void)work

#define TEST_BITWISE(T, N)                                                                          \
  static void bitwise_##N(void) {                                                                   \
    STATIC_ARRAYS(T);                                                                               \
    REDUCE(T, N, and, a &b);                                                                        \
    REDUCE(T, N, or, a | b);                                                                        \
    REDUCE(T, N, xor, a ^ b);                                                                       \
  }
#define TEST_REAL(T, N)                                                                             \
  static void real_##N(void) {                                                                      \
    STATIC_ARRAYS(T);                                                                               \
    REDUCE(T, N, max, a > b ? a : b);                                                               \
    REDUCE(T, N, min, a < b ? a : b);                                                               \
  }
#define TEST_ANY(T, N)                                                                              \
  static void any_##N(void) {                                                                       \
    STATIC_ARRAYS(T);                                                                               \
    REDUCE(T, N, sum, a + b);                                                                       \
    REDUCE(T, N, prod, a *b);                                                                       \
  }
#define TEST_BITWISE_TO_ALL(T, N)                                                                   \
  static void bitwise_to_all_##N(void) {                                                            \
    STATIC_ARRAYS(T);                                                                               \
    TO_ALL(T, N, and, a &b);                                                                        \
    TO_ALL(T, N, or, a | b);                                                                        \
    TO_ALL(T, N, xor, a ^ b);                                                                       \
  }
#define TEST_REAL_TO_ALL(T, N)                                                                      \
  static void real_to_all_##N(void) {                                                               \
    STATIC_ARRAYS(T);                                                                               \
    TO_ALL(T, N, max, a > b ? a : b);                                                               \
    TO_ALL(T, N, min, a < b ? a : b);                                                               \
  }
#define TEST_ANY_TO_ALL(T, N)                                                                       \
  static void any_to_all_##N(void) {                                                                \
    STATIC_ARRAYS(T);                                                                               \
    TO_ALL(T, N, sum, a + b);                                                                       \
    TO_ALL(T, N, prod, a *b);                                                                       \
  }
SHMEM_FOR_BITWISE_REDUCE_TYPES(TEST_BITWISE)
SHMEM_FOR_RMA_TYPES(TEST_REAL)
SHMEM_FOR_RMA_TYPES(TEST_ANY)
SHMEM_FOR_COMPLEX_TYPES(TEST_ANY)
SHMEM_FOR_ACTIVE_SET_INTEGERS(TEST_BITWISE_TO_ALL)
SHMEM_FOR_ACTIVE_SET_REALS(TEST_REAL_TO_ALL)
SHMEM_FOR_ACTIVE_SET_REALS(TEST_ANY_TO_ALL)
SHMEM_FOR_COMPLEX_TYPES(TEST_ANY_TO_ALL)

// Nobody leaves who has not waited for all; the same work array again at once.
static void barriers(void) {
  static long here[4];
  for (int round = 1; round <= 100; round++) {
    for (int pe = 0; pe < pes; pe++) shmem_long_atomic_inc(&here[0], pe);
    shmem_barrier_all();
    CHECK(here[0] == (long)round * pes);
    for (int pe = 0; pe < pes; pe++) shmem_long_atomic_inc(&here[1], pe);
    shmem_barrier(0, 0, pes, sync_[6]);
    CHECK(here[1] == (long)round * pes);
    for (int pe = 0; pe < pes; pe++) shmem_long_atomic_inc(&here[2], pe);
    shmem_quiet();
    (shmem_sync)(0, 0, pes, sync_[6]);
    CHECK(here[2] == (long)round * pes);
    for (int pe = 0; pe < pes; pe++) shmem_long_atomic_inc(&here[3], pe);
    shmem_quiet();
    CHECK(shmem_team_sync(SHMEM_TEAM_WORLD) == 0 && here[3] == (long)round * pes);
    shmem_sync_all();
  }
  for (int i = 0; i < 8; i++)
    for (int k = 0; k < SHMEM_SYNC_SIZE; k++) CHECK(sync_[i][k] == SHMEM_SYNC_VALUE);
}

int main(void) {
  start();
  half_size = (pes + 1) / 2;
  for (int i = 0; i < 8; i++)
    for (int k = 0; k < SHMEM_SYNC_SIZE; k++) sync_[i][k] = SHMEM_SYNC_VALUE;
  CHECK(shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 2, half_size, NULL, 0, &half) == 0);
#define CALL_TYPE(T, N) test_##N();
#define CALL_BITWISE(T, N) bitwise_##N();
#define CALL_REAL(T, N) real_##N();
#define CALL_ANY(T, N) any_##N();
#define CALL_BITWISE_TO_ALL(T, N) bitwise_to_all_##N();
#define CALL_REAL_TO_ALL(T, N) real_to_all_##N();
#define CALL_ANY_TO_ALL(T, N) any_to_all_##N();
  SHMEM_FOR_RMA_TYPES(CALL_TYPE)
  test_mem();
  test_32();
  test_64();
  SHMEM_FOR_BITWISE_REDUCE_TYPES(CALL_BITWISE)
  SHMEM_FOR_RMA_TYPES(CALL_REAL)
  SHMEM_FOR_RMA_TYPES(CALL_ANY)
  SHMEM_FOR_COMPLEX_TYPES(CALL_ANY)
  SHMEM_FOR_ACTIVE_SET_INTEGERS(CALL_BITWISE_TO_ALL)
  SHMEM_FOR_ACTIVE_SET_REALS(CALL_REAL_TO_ALL)
  SHMEM_FOR_ACTIVE_SET_REALS(CALL_ANY_TO_ALL)
  SHMEM_FOR_COMPLEX_TYPES(CALL_ANY_TO_ALL)
  barriers();
  shmem_finalize();
  return 0;
}
