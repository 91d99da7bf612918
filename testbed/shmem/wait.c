/* Waiting for, and testing of, variables here that other PEs update. */
#include "runtime.h"

/* The set of variables, and what each is compared with: one value, or a value for each. */
struct condition {
  const char *caller;
  const char *variables;
  size_t count, size;
  bool is_signed;
  const int *status; /* where it is not 0, the variable does not belong to the set */
  int comparison;
  const char *values;
  size_t values_stride;
};

/* Widened without changing the order: the smallest signed value becomes 0. */
static uint64_t widened(uint64_t bits, size_t size, bool is_signed) {
  unsigned unused = 64 - 8 * (unsigned)size;
  if (!is_signed) return bits;
  return (uint64_t)((int64_t)(bits << unused) >> unused) ^ (uint64_t)1 << 63;
}

static uint64_t load(const void *at, size_t size) {
  switch (size) {
    case 2: return __atomic_load_n((const uint16_t *)at, __ATOMIC_SEQ_CST);
    case 4: return __atomic_load_n((const uint32_t *)at, __ATOMIC_SEQ_CST);
    default: return __atomic_load_n((const uint64_t *)at, __ATOMIC_SEQ_CST);
  }
}

static bool compare(const char *caller, uint64_t a, int comparison, uint64_t b) {
  switch (comparison) {
    case SHMEM_CMP_EQ: return a == b;
    case SHMEM_CMP_NE: return a != b;
    case SHMEM_CMP_GT: return a > b;
    case SHMEM_CMP_GE: return a >= b;
    case SHMEM_CMP_LT: return a < b;
    case SHMEM_CMP_LE: return a <= b;
    default: fail(caller, "there is no comparison %d", comparison);
  }
}

static bool belongs(const struct condition *c, size_t i) { return c->status == NULL || c->status[i] == 0; }

static bool holds(const struct condition *c, size_t i) {
  uint64_t variable = load(c->variables + i * c->size, c->size), value = load(c->values + i * c->values_stride, c->size);
  return compare(c->caller, widened(variable, c->size, c->is_signed), c->comparison, widened(value, c->size, c->is_signed));
}

static void check(const struct condition *c) {
  enter(c->caller);
  readable_at(c->caller, c->variables, c->count * c->size, my_pe);
}

static size_t members(const struct condition *c) {
  size_t members = 0;
  for (size_t i = 0; i < c->count; i++) members += belongs(c, i);
  return members;
}

/* ---- testing ---- */

static bool test_all(const struct condition *c) {
  for (size_t i = 0; i < c->count; i++)
    if (belongs(c, i) && !holds(c, i)) return false;
  return true;
}

/* The search begins elsewhere each time, so that no variable is overlooked for ever. */
static size_t test_any(const struct condition *c) {
  static size_t calls;
  size_t first = __atomic_fetch_add(&calls, 1, __ATOMIC_RELAXED);
  for (size_t i = 0; i < c->count; i++) {
    size_t at = (first + i) % c->count;
    if (belongs(c, at) && holds(c, at)) return at;
  }
  return SIZE_MAX;
}

static size_t test_some(const struct condition *c, size_t *indices) {
  size_t found = 0;
  for (size_t i = 0; i < c->count; i++)
    if (belongs(c, i) && holds(c, i)) indices[found++] = i;
  return found;
}

/* ---- waiting ---- */

static void wait_all(const struct condition *c) {
  for (size_t i = 0; i < c->count; i++)
    for (unsigned turns = 0; belongs(c, i) && !holds(c, i);) relax(&turns);
}

static size_t wait_any(const struct condition *c) {
  size_t found = SIZE_MAX;
  bool any = members(c) > 0;
  for (unsigned turns = 0; any && (found = test_any(c)) == SIZE_MAX;) relax(&turns);
  return found;
}

static size_t wait_some(const struct condition *c, size_t *indices) {
  size_t found = 0;
  bool any = members(c) > 0;
  for (unsigned turns = 0; any && (found = test_some(c, indices)) == 0;) relax(&turns);
  return found;
}

/* ---- the interface ---- */

#define CONDITION(T, variables, count, status, values, stride)                                                       \
  struct condition c = {CALLER, (const char *)(variables), count, sizeof(T), (T)-1 < (T)1, status, cmp,              \
                        (const char *)(values), stride};                                                             \
  check(&c)

#define DEFINE_ARRAY(T, N, suffix, parameter, values, stride)                                                        \
  API(void, shmem_##N##_wait_until_all##suffix, T *ivars, size_t nelems, const int *status, int cmp, parameter) {    \
    CONDITION(T, ivars, nelems, status, values, stride);                                                             \
    wait_all(&c);                                                                                                    \
  }                                                                                                                  \
  API(size_t, shmem_##N##_wait_until_any##suffix, T *ivars, size_t nelems, const int *status, int cmp, parameter) {  \
    CONDITION(T, ivars, nelems, status, values, stride);                                                             \
    return wait_any(&c);                                                                                             \
  }                                                                                                                  \
  API(size_t, shmem_##N##_wait_until_some##suffix, T *ivars, size_t nelems, size_t *indices, const int *status,      \
      int cmp, parameter) {                                                                                          \
    CONDITION(T, ivars, nelems, status, values, stride);                                                             \
    return wait_some(&c, indices);                                                                                   \
  }                                                                                                                  \
  API(int, shmem_##N##_test_all##suffix, T *ivars, size_t nelems, const int *status, int cmp, parameter) {           \
    CONDITION(T, ivars, nelems, status, values, stride);                                                             \
    return test_all(&c);                                                                                             \
  }                                                                                                                  \
  API(size_t, shmem_##N##_test_any##suffix, T *ivars, size_t nelems, const int *status, int cmp, parameter) {        \
    CONDITION(T, ivars, nelems, status, values, stride);                                                             \
    return test_any(&c);                                                                                             \
  }                                                                                                                  \
  API(size_t, shmem_##N##_test_some##suffix, T *ivars, size_t nelems, size_t *indices, const int *status, int cmp,   \
      parameter) {                                                                                                   \
    CONDITION(T, ivars, nelems, status, values, stride);                                                             \
    return test_some(&c, indices);                                                                                   \
  }
#define DEFINE_P2P(T, N)                                                                                             \
  API(void, shmem_##N##_wait_until, T *ivar, int cmp, T cmp_value) {                                                 \
    CONDITION(T, ivar, 1, NULL, &cmp_value, 0);                                                                      \
    wait_all(&c);                                                                                                    \
  }                                                                                                                  \
  API(int, shmem_##N##_test, T *ivar, int cmp, T cmp_value) {                                                        \
    CONDITION(T, ivar, 1, NULL, &cmp_value, 0);                                                                      \
    return test_all(&c);                                                                                             \
  }                                                                                                                  \
  DEFINE_ARRAY(T, N, , T cmp_value, &cmp_value, 0)                                                                   \
  DEFINE_ARRAY(T, N, _vector, T *cmp_values, cmp_values, sizeof(T))
#define DEFINE_WAIT(T, N)                                                                                            \
  API(void, shmem_##N##_wait, T *ivar, T cmp_value) {                                                                \
    int cmp = SHMEM_CMP_NE;                                                                                          \
    CONDITION(T, ivar, 1, NULL, &cmp_value, 0);                                                                      \
    wait_all(&c);                                                                                                    \
  }

SHMEM_FOR_P2P_TYPES(DEFINE_P2P)
SHMEM_FOR_ACTIVE_SET_INTEGERS(DEFINE_WAIT)

API(void, shmem_wait, long *ivar, long cmp_value) {
  int cmp = SHMEM_CMP_NE;
  CONDITION(long, ivar, 1, NULL, &cmp_value, 0);
  wait_all(&c);
}

API(void, shmem_wait_until, long *ivar, int cmp, long cmp_value) {
  CONDITION(long, ivar, 1, NULL, &cmp_value, 0);
  wait_all(&c);
}

/* Returns the very value that has ended the wait. */
API(uint64_t, shmem_signal_wait_until, uint64_t *sig_addr, int cmp, uint64_t cmp_value) {
  enter(CALLER);
  readable_at(CALLER, sig_addr, sizeof *sig_addr, my_pe);
  uint64_t signal;
  for (unsigned turns = 0; !compare(CALLER, signal = load(sig_addr, sizeof signal), cmp, cmp_value);) relax(&turns);
  return signal;
}
