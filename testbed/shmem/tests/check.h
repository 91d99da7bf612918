/* Checks that end the program, and with it the job, at the first mistake. */
#ifndef CHECK_H
#define CHECK_H

#include <shmem.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK(condition)                                                                            \
  do {                                                                                              \
    if (!(condition)) {                                                                             \
      fprintf(stderr, "%s:%d: PE %d: not so: %s\n", __FILE__, __LINE__, me, #condition);            \
      exit(1);                                                                                      \
    }                                                                                               \
  } while (0)

static int me, pes, right, left;

static inline void learn_pes(void) {
  me = shmem_my_pe();
  pes = shmem_n_pes();
  right = (me + 1) % pes;
  left = (me + pes - 1) % pes;
}

static inline void start(void) {
  shmem_init();
  learn_pes();
}

#endif
