/* The locks of OpenMP, which programs in C and Fortran call by these names in every library. */
#include "openmp.h"

#define TRIES(name, object)                                          \
  int __real_##name(void *lock) __attribute__((weak));               \
  int __wrap_##name(void *lock) {                                    \
    int taken = __real_##name(lock);                                 \
    if (taken) fp_acquire(fp_word(object), FP_LOCK, __builtin_return_address(0));             \
    return taken;                                                    \
  }
#define LOCKS(suffix)                                                \
  FP_ENTERS(omp_set_lock##suffix, (void *lock), (lock), lock, FP_LOCK)  \
  FP_LEAVES(omp_unset_lock##suffix, (void *lock), (lock), lock, FP_LOCK) \
  TRIES(omp_test_lock##suffix, lock)                                 \
  FP_ENTERS(omp_set_nest_lock##suffix, (void *lock), (lock), lock, FP_LOCK) \
  FP_LEAVES(omp_unset_nest_lock##suffix, (void *lock), (lock), lock, FP_LOCK) \
  TRIES(omp_test_nest_lock##suffix, lock)
LOCKS()
LOCKS(_)

