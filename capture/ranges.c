/*
 * Code that was instrumented by us: the page filter is in the code, and loops are one call. A site is a place in the program's
 * table of sites, or NULL where the debug information of the code knows better.
 */
#include "access.h"

void fp_fast_load(void *at, uintptr_t size, uintptr_t site) {
  fp_entered++;
  fp_touch((uintptr_t)at, size, LOAD, SITE, PC);
}
void fp_fast_store(void *at, uintptr_t size, uintptr_t site) {
  fp_entered++;
  fp_touch((uintptr_t)at, size, STORE, SITE, PC);
}

/* Whether the run goes on with a row; a row that it has is nothing new. */
static int extend_by_row(struct run *run, uintptr_t at, uintptr_t count, intptr_t stride) {
  if (run->stride != stride) return 0;
  uintptr_t before = at - run->first;
  if (run->rows == 0 && stride != 0 && before % (uintptr_t)stride == 0 && before / (uintptr_t)stride <= run->count) {
    uintptr_t end = before / (uintptr_t)stride + count;
    if (end > run->count) run->count = end;
    return 1;
  }
  if (run->count != count) return 0;
  if (at == run->first) return 1;
  if (run->rows == 0) {
    run->origin = run->first;
    run->row_count = count;
    run->pitch = (intptr_t)(at - run->first);
  } else if (run->row_count != count) {
    return 0;
  } else if (at != run->origin + (uintptr_t)run->pitch * (run->rows + 1)) {
    intptr_t distance = (intptr_t)(at - run->origin);
    return run->pitch != 0 && distance % run->pitch == 0 && distance / run->pitch >= 0 && (uintptr_t)(distance / run->pitch) <= run->rows;
  }
  run->rows++;
  run->first = at;
  return 1;
}

static void touch_row(struct run row) {
  struct table *table = fp_table_in_use();
  struct run *run = fp_run_of(table, row.pc, row.kind);
  if (run->pc == row.pc && run->size == row.size && run->kind == row.kind
      && extend_by_row(run, row.first, row.count, row.stride)) return;
  fp_start_run(table, run, row);
}

/* What a row spans, gaps included; its stride is not negative. */
static uintptr_t length(const struct run *row) { return (uintptr_t)row->stride * (row->count - 1) + row->size; }

/* The parts of a row that are watched. */
static void touch_watched(struct run row) {
  uintptr_t stride = (uintptr_t)row.stride;
  uintptr_t end = row.first + length(&row);
  uintptr_t from = row.first, to;
  while (fp_next_watched(&from, &to) && from < end) {
    uintptr_t before = from < row.first + row.size ? 0 : (from - row.first - row.size) / stride + 1;
    uintptr_t last = to >= end || stride == 0 ? row.count - 1 : (to - 1 - row.first) / stride;
    if (last >= row.count) last = row.count - 1;
    if (before <= last) {
      struct run part = row;
      part.first += before * stride;
      part.count = last - before + 1;
      if (part.count == 1) part.stride = 0;
      touch_row(part);
      if (last == row.count - 1) return;
      row.first += (last + 1) * stride;
      row.count -= last + 1;
    }
    from = row.first > to ? row.first : to;
  }
}

/* How often a loop of a nest is executed, and how far the access moves each time. */
struct dimension {
  uintptr_t count;
  intptr_t stride;
};

#define MOST_DIMENSIONS 4

/*
 * Brings the loops of a nest in an order: short distances first, each from the lowest address up. Loops in which the access does
 * not move are left out, and one that goes on where the inner one ends is one with it. Says how many are left.
 */
static unsigned in_order(uintptr_t *first, struct dimension *loops) {
  unsigned count = 0;
  for (unsigned i = 0; i < MOST_DIMENSIONS; i++) {
    struct dimension next = loops[i];
    if (next.count <= 1 || next.stride == 0) continue;
    if (next.stride < 0) {
      *first += (uintptr_t)next.stride * (next.count - 1);
      next.stride = -next.stride;
    }
    unsigned at = count++;
    for (; at > 0 && loops[at - 1].stride > next.stride; at--) loops[at] = loops[at - 1];
    loops[at] = next;
  }
  unsigned left = 0;
  for (unsigned i = 0; i < count; i++) {
    if (left > 0 && (uintptr_t)loops[i].stride == loops[left - 1].count * (uintptr_t)loops[left - 1].stride) {
      loops[left - 1].count *= loops[i].count;
    } else {
      loops[left++] = loops[i];
    }
  }
  return left;
}

/* So many rows, one behind the other. */
static void rows_of(struct run row, struct dimension rows, uintptr_t hook) {
  uintptr_t pitch = (uintptr_t)rows.stride, reach = length(&row);
  if (rows.count > 1 && pitch <= reach + (1u << FP_PAGE_SHIFT)) { /* dense: one look at all of it */
    if (!fp_any_page_watched(row.first, row.first + pitch * (rows.count - 1) + reach)) return;
  }
  if (fp_is_unheard()) return;
  int always = fp_counts_unwatched(row.first);
  int alone = always && fp_table != NULL;
  int entered = 0;
  for (; rows.count > 0; rows.count--, row.first += pitch) {
    if (!alone && !fp_any_page_watched(row.first, row.first + reach)) continue;
    if (!entered) {
      if (!alone) fp_enter();
      fp_entered++;
      row.pc = FP_WITH_PATH(row.pc, hook);
      entered = 1;
    }
    if (fp_recording && always) touch_row(row);
    else if (fp_recording) touch_watched(row);
  }
  if (entered && !alone) fp_leave();
}

/* The two innermost loops are rows of accesses; those around them are executed here. */
static void nest(struct run row, const struct dimension *loops, unsigned count, uintptr_t hook) {
  if (count <= 2) {
    if (count > 0) {
      row.count = loops[0].count;
      row.stride = loops[0].stride;
    }
    rows_of(row, count > 1 ? loops[1] : (struct dimension){.count = 1}, hook);
    return;
  }
  struct dimension outermost = loops[count - 1];
  for (; outermost.count > 0; outermost.count--, row.first += (uintptr_t)outermost.stride) nest(row, loops, count - 1, hook);
}

static inline void ranges(struct run row, struct dimension *loops, uintptr_t hook) {
  for (unsigned i = 0; i < MOST_DIMENSIONS; i++)
    if (loops[i].count == 0) return;
  if (row.size == 0) return;
  unsigned count = in_order(&row.first, loops);
  nest(row, loops, count, hook);
}

/* A row of a strand that has a table of its own, if a run there goes on with it: most often, in the loops that threads share. */
static inline int goes_on(uintptr_t at, uintptr_t size, unsigned kind, uintptr_t count, intptr_t stride, uintptr_t pc, uintptr_t hook) {
  if (fp_table == NULL || fp_is_unheard() || !fp_recording || count < 2 || stride <= 0 || !fp_counts_unwatched(at)) return 0;
  fp_entered++;
  pc = FP_WITH_PATH(pc, hook);
  struct run *run = fp_run_of(fp_table, pc, kind);
  return run->pc == pc && run->size == size && run->kind == kind && extend_by_row(run, at, count, stride);
}

#define RANGES(kind_of_access, ...)                                                          \
  struct dimension loops[MOST_DIMENSIONS] = {{count, stride}, {rows, pitch}, __VA_ARGS__};   \
  ranges((struct run){.pc = SITE, .size = size, .kind = kind_of_access, .first = (uintptr_t)at, .count = 1}, loops, PC)

void fp_fast_load_range(void *at, uintptr_t size, uintptr_t count, intptr_t stride, uintptr_t rows, intptr_t pitch, uintptr_t site) {
  if (rows == 1 && goes_on((uintptr_t)at, size, LOAD, count, stride, SITE, PC)) return;
  RANGES(LOAD, {1, 0}, {1, 0});
}
void fp_fast_store_range(void *at, uintptr_t size, uintptr_t count, intptr_t stride, uintptr_t rows, intptr_t pitch, uintptr_t site) {
  if (rows == 1 && goes_on((uintptr_t)at, size, STORE, count, stride, SITE, PC)) return;
  RANGES(STORE, {1, 0}, {1, 0});
}

/* The same in four loops: planes of rows, and bodies of planes. */
void fp_fast_load_nest(void *at, uintptr_t size, uintptr_t count, intptr_t stride, uintptr_t rows, intptr_t pitch, uintptr_t planes,
                       intptr_t height, uintptr_t bodies, intptr_t distance, uintptr_t site) {
  RANGES(LOAD, {planes, height}, {bodies, distance});
}
void fp_fast_store_nest(void *at, uintptr_t size, uintptr_t count, intptr_t stride, uintptr_t rows, intptr_t pitch, uintptr_t planes,
                        intptr_t height, uintptr_t bodies, intptr_t distance, uintptr_t site) {
  RANGES(STORE, {planes, height}, {bodies, distance});
}
