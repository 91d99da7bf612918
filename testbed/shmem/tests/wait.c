// Waiting and testing in all forms and types: values, masks, empty sets, signs; and that what was fenced before has arrived.
#include "check.h"

#include <limits.h>

enum { COUNT = 6 };

#define TEST_TYPE(T, N)                                                                             \
  static void test_##N(void) {                                                                      \
    static T flags[COUNT];                                                                          \
    T values[COUNT];                                                                                \
    int status[COUNT] = {0};                                                                        \
    size_t indices[COUNT];                                                                          \
    for (int i = 0; i < COUNT; i++) values[i] = (T)(i + 1);                                         \
    CHECK(!shmem_##N##_test(flags, SHMEM_CMP_NE, 0) && shmem_##N##_test(flags, SHMEM_CMP_LE, 0));   \
    shmem_barrier_all(); /* nobody has been told anything so far */                                 \
    for (int i = 0; i < COUNT; i++) shmem_##N##_p(&flags[i], (T)(i + 1), right);                    \
    shmem_##N##_wait_until(&flags[COUNT - 1], SHMEM_CMP_EQ, COUNT);                                 \
    shmem_##N##_wait_until_all(flags, COUNT, NULL, SHMEM_CMP_GT, 0);                                \
    shmem_##N##_wait_until_all_vector(flags, COUNT, NULL, SHMEM_CMP_EQ, values);                    \
    CHECK(shmem_##N##_test_all(flags, COUNT, NULL, SHMEM_CMP_LE, COUNT));                           \
    CHECK(!shmem_##N##_test_all(flags, COUNT, NULL, SHMEM_CMP_LT, COUNT));                          \
    status[COUNT - 1] = 1;                                                                          \
    CHECK(shmem_##N##_test_all(flags, COUNT, status, SHMEM_CMP_LT, COUNT));                         \
    CHECK(shmem_##N##_test_all_vector(flags, COUNT, status, SHMEM_CMP_GE, values));                 \
    values[2] = 99;                                                                                 \
    CHECK(!shmem_##N##_test_all_vector(flags, COUNT, NULL, SHMEM_CMP_EQ, values));                  \
    CHECK(shmem_##N##_test_any_vector(flags, COUNT, NULL, SHMEM_CMP_NE, values) == 2);              \
    CHECK(shmem_##N##_wait_until_any_vector(flags, COUNT, NULL, SHMEM_CMP_LT, values) == 2);        \
    CHECK(shmem_##N##_test_some_vector(flags, COUNT, indices, NULL, SHMEM_CMP_EQ, values) == COUNT - 1); \
    CHECK(shmem_##N##_wait_until_some_vector(flags, COUNT, indices, NULL, SHMEM_CMP_NE, values) == 1 && indices[0] == 2); \
    CHECK(shmem_##N##_test_any(flags, COUNT, NULL, SHMEM_CMP_EQ, 3) == 2);                          \
    CHECK(shmem_##N##_test_any(flags, COUNT, NULL, SHMEM_CMP_EQ, 0) == SIZE_MAX);                   \
    CHECK(shmem_##N##_wait_until_any(flags, COUNT, NULL, SHMEM_CMP_GE, COUNT) == COUNT - 1);        \
    CHECK(shmem_##N##_test_some(flags, COUNT, indices, status, SHMEM_CMP_GE, 3) == 3);              \
    CHECK(indices[0] == 2 && indices[1] == 3 && indices[2] == 4);                                   \
    CHECK(shmem_##N##_wait_until_some(flags, COUNT, indices, NULL, SHMEM_CMP_EQ, 4) == 1 && indices[0] == 3); \
    for (int i = 0; i < COUNT; i++) status[i] = 1; /* the empty set */                              \
    shmem_##N##_wait_until_all(flags, COUNT, status, SHMEM_CMP_EQ, 0);                              \
    CHECK(shmem_##N##_wait_until_any(flags, COUNT, status, SHMEM_CMP_EQ, 0) == SIZE_MAX);           \
    CHECK(shmem_##N##_wait_until_some(flags, COUNT, indices, status, SHMEM_CMP_EQ, 0) == 0);        \
    CHECK(shmem_##N##_test_all(flags, 0, NULL, SHMEM_CMP_EQ, 0));                                   \
    flags[0] = (T)-1; /* the smallest below zero, or the largest */                                 \
    CHECK(shmem_##N##_test(flags, SHMEM_CMP_LT, 0) == ((T)-1 < (T)1));                              \
    CHECK(shmem_##N##_test(flags, SHMEM_CMP_GT, 5) == ((T)-1 > (T)1));                              \
    shmem_barrier_all();                                                                            \
  }
SHMEM_FOR_P2P_TYPES(TEST_TYPE)

static void deprecated(void) {
  static short s;
  static int i;
  static long l, m, n;
  static long long ll;
  shmem_short_p(&s, 1, right), shmem_int_p(&i, 1, right), shmem_long_p(&l, 1, right);
  shmem_longlong_p(&ll, 1, right), shmem_long_p(&m, 1, right), shmem_long_p(&n, 5, right);
  shmem_short_wait(&s, 0), shmem_int_wait(&i, 0), shmem_long_wait(&l, 0), shmem_longlong_wait(&ll, 0);
  shmem_wait(&m, 0);
  (shmem_wait_until)(&n, SHMEM_CMP_GE, 5);
  CHECK(s == 1 && i == 1 && l == 1 && ll == 1 && m == 1 && n == 5);
}

// Each of `any` must come up in the end, although others hold all the time.
static void fairness(void) {
  static int flags[4] = {1, 1, 1, 1};
  int seen = 0;
  for (int i = 0; i < 1000; i++) seen |= 1 << shmem_int_test_any(flags, 4, NULL, SHMEM_CMP_EQ, 1);
  CHECK(seen == 15);
}

// A ring: each PE waits for its left neighbour, then goes on; data is there when the flag is.
static void pipeline(void) {
  enum { ROUNDS = 100, LENGTH = 50 };
  static long data[LENGTH], signalled[LENGTH], turn;
  static uint64_t arrived;
  for (long round = 1; round <= ROUNDS; round++) {
    if (me > 0) {
      shmem_long_wait_until(&turn, SHMEM_CMP_EQ, round);
      for (int i = 0; i < LENGTH; i++) CHECK(data[i] == round + i);
    } else {
      for (int i = 0; i < LENGTH; i++) data[i] = round + i;
    }
    if (me < pes - 1) {
      shmem_long_put(data, data, LENGTH, right);
      shmem_fence();
      shmem_long_atomic_inc(&turn, right);
    }
    shmem_barrier_all();
    shmem_long_put_signal(signalled, data, LENGTH, &arrived, 1, SHMEM_SIGNAL_ADD, right);
    CHECK(shmem_signal_wait_until(&arrived, SHMEM_CMP_EQ, (uint64_t)round) == (uint64_t)round);
    for (int i = 0; i < LENGTH; i++) CHECK(signalled[i] == round + i);
    shmem_barrier_all();
  }
}

int main(void) {
  start();
#define CALL(T, N) test_##N();
  SHMEM_FOR_P2P_TYPES(CALL)
  deprecated();
  fairness();
  pipeline();
  shmem_finalize();
  return 0;
}
