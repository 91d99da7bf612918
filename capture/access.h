/* What the program has touched since its last call, until it is recorded: access.c fills it in, scatter.c what has no order. */
#ifndef FENCEPOST_ACCESS_H
#define FENCEPOST_ACCESS_H

#include "fencepost.h"

enum { LOAD, STORE, FREE, SCOPE, FRESH, ATOMIC_LOAD, ATOMIC_STORE, JUMP };

/*
 * What one instruction has touched: `count` accesses `stride` bytes apart, and, for nested loops, `rows` of such rows `pitch` bytes
 * apart.
 */
struct run {
  uintptr_t pc;
  uintptr_t size;
  unsigned kind;
  uintptr_t first; /* the current row */
  intptr_t stride;
  uintptr_t count;
  uintptr_t origin; /* the complete rows before it */
  intptr_t pitch;
  uintptr_t rows, row_count;
  unsigned scattered; /* so many runs of the instruction before this one were short */
};

/* Between fp_enter and fp_leave. */
void fp_write_run(const struct run *run);

/* Whether the run goes on with this access. */
static inline int fp_extend(struct run *run, uintptr_t at) {
  if (run->rows == 0 && run->count == 1) {
    if (at == run->first) return 1;
    run->stride = (intptr_t)(at - run->first);
    run->count = 2;
    return 1;
  }
  int in_row = run->rows == 0 || run->count < run->row_count;
  if (in_row && at == run->first + (uintptr_t)run->stride * run->count) {
    run->count++;
    return 1;
  }
  if (run->rows == 0) {
    run->origin = run->first;
    run->row_count = run->count;
    run->pitch = (intptr_t)(at - run->first);
  } else if (run->count != run->row_count || at != run->origin + (uintptr_t)run->pitch * (run->rows + 1)) {
    return 0;
  }
  run->rows++;
  run->first = at;
  run->count = 1;
  return 1;
}

/* One more access of an instruction, at a higher address; between fp_enter and fp_leave. A run of no accesses is the first. */
static inline void fp_add_to_run(struct run *run, uintptr_t pc, uintptr_t size, unsigned kind, uintptr_t at) {
  if (run->count != 0 && fp_extend(run, at)) return;
  if (run->count != 0) fp_write_run(run);
  *run = (struct run){.pc = pc, .size = size, .kind = kind, .first = at, .count = 1};
}

/* ---- scatter.c: accesses in no order ---- */

struct scattered;

/* An instruction whose last runs were short is not expected to make long ones before the next call. */
#define FP_OFTEN_SCATTERED 8u

/* Both keep accesses, or return 0: those of a short run, and another one by the instruction of a run. They need no turn. */
int fp_scatter(struct scattered **all, const struct run *run);
int fp_scatter_one(struct scattered *all, const struct run *run, uintptr_t at);

/* Records what was kept, in the order of addresses; between fp_enter and fp_leave. */
void fp_write_scattered(struct scattered *all);

/* ---- maps.c: the same, in loops that were instrumented by us, while there is one strand ---- */

/* Records what loops have left in their maps; between fp_enter and fp_leave. */
void fp_write_maps(void);

#endif
