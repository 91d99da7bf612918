/* The table that turns accesses of a loop into one record, and what of the code that touches memory is the program. */
#define _GNU_SOURCE
#include "access.h"

struct table fp_common_table;
__thread void *fp_table;
__thread uintptr_t fp_private_from, fp_private_to, fp_first_frame;
__thread int fp_private_used;

static __thread struct table *own;
static __thread int uses_common;

void *__real_calloc(size_t count, size_t size);

void *fp_own_accesses(void) {
  if (own == NULL) own = __real_calloc(1, sizeof *own);
  return own;
}

static void write_region(const struct run *run, uintptr_t start, uintptr_t count, uintptr_t rows) {
  uint32_t words = rows > 1 ? 8 : count > 1 ? 6 : 4;
  uint64_t *record = fp_claim(FP_ACCESS, run->kind, 0, words);
  record[0] = run->pc;
  record[1] = start;
  record[2] = run->size;
  if (words > 4) {
    record[3] = count;
    record[4] = (uint64_t)run->stride;
  }
  if (words > 6) {
    record[5] = rows;
    record[6] = (uint64_t)run->pitch;
  }
  fp_commit();
}

void fp_write_run(const struct run *run) {
  if (run->rows == 0) {
    write_region(run, run->first, run->count, 1);
  } else if (run->count == run->row_count) {
    write_region(run, run->origin, run->row_count, run->rows + 1);
  } else {
    write_region(run, run->origin, run->row_count, run->rows);
    write_region(run, run->first, run->count, 1);
  }
}

void fp_flush_accesses(void) {
  struct table *table = fp_table_in_use();
  for (unsigned i = 0; i < table->open_count; i++) {
    struct run *run = &table->runs[table->open[i]];
    if (run->scattered == 0 || !fp_scatter(&table->scattered, run)) fp_write_run(run);
    run->pc = 0;
  }
  table->open_count = 0;
  fp_write_scattered(table->scattered);
  if (table == &fp_common_table) fp_write_maps();
}

/*
 * A thread that has a table of its own has nothing in the common one before its strand begins and after it has ended. What is
 * there is another thread's, which may be between the two hooks of an atomic access: see make_atomic.
 */
void fp_flush_own_accesses(void) {
  if (fp_table != NULL || own == NULL || uses_common) fp_flush_accesses();
}

void fp_start_run(struct table *table, struct run *run, struct run next) {
  if (table == &fp_common_table) uses_common = 1;
  if (run->pc == 0) {
    table->open[table->open_count++] = (unsigned)(run - table->runs);
  } else if (!fp_scatter(&table->scattered, run)) {
    next.scattered = 0;
    int inside = fp_inside;
    if (!inside) fp_enter();
    fp_write_run(run);
    if (!inside) fp_leave();
  }
  *run = next;
}

void fp_add_access(struct table *table, uintptr_t at, uintptr_t size, unsigned kind, uintptr_t pc) {
  struct run *run = fp_run_of(table, pc, kind);
  int same = run->kind == kind || run->kind == kind + ATOMIC_LOAD; /* the latter: see make_atomic */
  unsigned scattered = 0;
  if (run->pc == pc && run->size == size && same && (kind < FREE || kind > FRESH)) {
    if (run->scattered < FP_OFTEN_SCATTERED ? fp_extend(run, at) : fp_scatter_one(table->scattered, run, at)) return;
    scattered = run->scattered + 1;
  }
  fp_start_run(table, run, (struct run){.pc = pc, .size = size, .kind = kind, .first = at, .count = 1, .scattered = scattered});
}

uintptr_t fp_touch(uintptr_t at, uintptr_t size, unsigned kind, uintptr_t pc, uintptr_t hook) {
  if (fp_is_unheard()) return 0;
  int always = fp_counts_unwatched(at);
  if (always && fp_is_thread_local(at)) fp_use_thread_local();
  if (always && fp_table != NULL) {
    if (!fp_recording) return 0;
    pc = FP_WITH_PATH(pc, hook);
    fp_add_access(fp_table, at, size, kind, pc);
    return pc;
  }
  fp_enter();
  if (fp_recording && (always || fp_watched(at, at + size))) {
    pc = FP_WITH_PATH(pc, hook);
    fp_add_access(fp_table_in_use(), at, size, kind, pc);
  }
  fp_leave();
  return pc;
}

void fp_fresh(const void *at, size_t size) {
  if (!fp_recording || fp_concurrent == 0 || size == 0 || fp_inside) return;
  fp_enter();
  fp_flush_own_accesses();
  const struct run run = {.size = size, .kind = FRESH};
  write_region(&run, (uintptr_t)at, 1, 1);
  fp_leave();
}

__thread int fp_in_library;

/*
 * The linker redirects functions of the C library for everything that is linked, also for a communication library that is an
 * archive and may have threads of its own. It is linked behind us, so its code is behind ours: that is no part of the program.
 */
extern char etext[];

static inline int is_behind_us(uintptr_t pc) { return pc > (uintptr_t)fp_load && pc < (uintptr_t)etext; }

int fp_is_program(const void *pc) { return !fp_in_library && !is_behind_us((uintptr_t)pc); }

void fp_load(const void *at, size_t size, const void *pc) { fp_touch_by_program(at, size, LOAD, (uintptr_t)pc, 0); }
void fp_store(const void *at, size_t size, const void *pc) { fp_touch_by_program(at, size, STORE, (uintptr_t)pc, 0); }
