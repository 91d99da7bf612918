/* What the program has touched since its last call, until it is recorded: hooks.c, ranges.c and memory.c are told of it. */
#ifndef FENCEPOST_ACCESS_H
#define FENCEPOST_ACCESS_H

#include "caller.h"
#include "fencepost.h"

/* Where a hook returns to: the place in the program. */
#define PC ((uintptr_t)__builtin_return_address(0))

/* The same for a hook that was given a place in the table of sites, if there is one. */
#define SITE (site != 0 ? site : PC)

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

struct scattered;

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

/* ---- access.c: the table, with a run for each instruction ---- */

#define FP_RUNS 256u

struct table {
  struct run runs[FP_RUNS];
  unsigned open[FP_RUNS];
  unsigned open_count;
  struct scattered *scattered;
};

extern struct table fp_common_table;

static inline struct table *fp_table_in_use(void) { return fp_table != NULL ? fp_table : &fp_common_table; }

static inline struct run *fp_run_of(struct table *table, uintptr_t pc, unsigned kind) {
  return &table->runs[(unsigned)(((pc ^ pc >> 46) >> 2) * 0x9E3779B1u >> 8 ^ kind) % FP_RUNS]; /* above 48 is the path */
}

/* A strand fills in its own table without asking others; only to write, it takes its turn. */
void fp_start_run(struct table *table, struct run *run, struct run next);
void fp_add_access(struct table *table, uintptr_t at, uintptr_t size, unsigned kind, uintptr_t pc);

/* Whether all accesses are recorded, also of what is not watched yet: another strand may be about to use it. */
static inline int fp_counts_unwatched(uintptr_t at) {
  int is_private = at - fp_private_from < fp_private_to - fp_private_from; /* others come there only while it is watched */
  return fp_concurrent != 0 && !is_private;
}

/*
 * An access to a page that is watched. The path to it tells apart what a helper does for its callers: a hook says where it returns
 * to. If that is 0, the access was made by a function of a library, and the place has its path already or none.
 */
uintptr_t fp_touch(uintptr_t at, uintptr_t size, unsigned kind, uintptr_t pc, uintptr_t hook);
#define FP_WITH_PATH(place, hook) ((hook) != 0 ? fp_path_to_hook(place, hook, __builtin_frame_address(0)) : (place))

static inline int fp_any_page_watched(uintptr_t from, uintptr_t to) {
  for (uintptr_t page = from >> FP_PAGE_SHIFT; page <= (to - 1) >> FP_PAGE_SHIFT; page++)
    if (fp_page_watched(page << FP_PAGE_SHIFT)) return 1;
  return 0;
}

/* Any range: it may begin on an unwatched page and reach a watched one. */
static inline void fp_touch_range(const void *address, uintptr_t size, unsigned kind, uintptr_t pc, uintptr_t hook) {
  uintptr_t from = (uintptr_t)address;
  if (size != 0 && fp_any_page_watched(from, from + size)) fp_touch(from, size, kind, pc, hook);
}

/* The same for a redirected function of the C library, which libraries call, too. */
static inline void fp_touch_by_program(const void *address, uintptr_t size, unsigned kind, uintptr_t pc, uintptr_t hook) {
  fp_entered++;
  if (fp_is_program((const void *)pc)) fp_touch_range(address, size, kind, pc, hook);
}

/* ---- scatter.c: accesses in no order ---- */

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
