/*
 * Loads and stores: the entry points that compilers call for code built with -fsanitize=thread, and the table that turns
 * accesses of a loop into one record.
 */
#define _GNU_SOURCE
#include "access.h"
#include "caller.h"
#include "fencepost.h"

#include <dlfcn.h>
#include <malloc.h>
#include <stdlib.h>

#define RUNS 256u

struct table {
  struct run runs[RUNS];
  unsigned open[RUNS];
  unsigned open_count;
  struct scattered *scattered;
};

static struct table common;
__thread void *fp_table;
__thread uintptr_t fp_private_from, fp_private_to, fp_first_frame;
__thread int fp_private_used;

static inline struct table *table_in_use(void) { return fp_table != NULL ? fp_table : &common; }

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
  struct table *table = table_in_use();
  for (unsigned i = 0; i < table->open_count; i++) {
    struct run *run = &table->runs[table->open[i]];
    if (run->scattered == 0 || !fp_scatter(&table->scattered, run)) fp_write_run(run);
    run->pc = 0;
  }
  table->open_count = 0;
  fp_write_scattered(table->scattered);
  if (table == &common) fp_write_maps();
}

/*
 * A thread that has a table of its own has nothing in the common one before its strand begins and after it has ended. What is
 * there is another thread's, which may be between the two hooks of an atomic access: see make_atomic.
 */
void fp_flush_own_accesses(void) {
  if (fp_table != NULL || own == NULL || uses_common) fp_flush_accesses();
}

static inline struct run *run_of(struct table *table, uintptr_t pc, unsigned kind) {
  return &table->runs[(unsigned)(((pc ^ pc >> 46) >> 2) * 0x9E3779B1u >> 8 ^ kind) % RUNS]; /* above 48 is the path */
}

/* A strand fills in its own table without asking others; only to write, it takes its turn. */
static __attribute__((noinline)) void start_run(struct table *table, struct run *run, struct run next) {
  if (table == &common) uses_common = 1;
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

static inline void record(struct table *table, uintptr_t at, uintptr_t size, unsigned kind, uintptr_t pc) {
  struct run *run = run_of(table, pc, kind);
  int same = run->kind == kind || run->kind == kind + ATOMIC_LOAD; /* the latter: see make_atomic */
  unsigned scattered = 0;
  if (run->pc == pc && run->size == size && same && (kind < FREE || kind > FRESH)) {
    if (run->scattered < FP_OFTEN_SCATTERED ? fp_extend(run, at) : fp_scatter_one(table->scattered, run, at)) return;
    scattered = run->scattered + 1;
  }
  start_run(table, run, (struct run){.pc = pc, .size = size, .kind = kind, .first = at, .count = 1, .scattered = scattered});
}

/* Whether an address is in that part of the stack that only this strand uses: others come there only while it is watched. */
static inline int is_private(uintptr_t at) { return at - fp_private_from < fp_private_to - fp_private_from; }

/* Whether all accesses are recorded, also of what is not watched yet: another strand may be about to use it. */
static inline int counts_unwatched(uintptr_t at) { return fp_concurrent != 0 && !is_private(at); }

/*
 * The path to an access tells apart what a helper does for its callers. A hook says where it returns to. If that is 0, the access
 * was made by a function of a library, and the place has its path already or none.
 */
#define WITH_PATH(place, hook) ((hook) != 0 ? fp_path_to_hook(place, hook, __builtin_frame_address(0)) : (place))

static __attribute__((noinline)) uintptr_t touch(uintptr_t at, uintptr_t size, unsigned kind, uintptr_t pc, uintptr_t hook) {
  if (fp_inside) return 0;
  int always = counts_unwatched(at);
  if (always && fp_is_thread_local(at)) fp_use_thread_local();
  if (always && fp_table != NULL) {
    if (!fp_recording) return 0;
    pc = WITH_PATH(pc, hook);
    record(fp_table, at, size, kind, pc);
    return pc;
  }
  fp_enter();
  if (fp_recording && (always || fp_watched(at, at + size))) {
    pc = WITH_PATH(pc, hook);
    record(table_in_use(), at, size, kind, pc);
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

#define PC ((uintptr_t)__builtin_return_address(0))

static int any_page_watched(uintptr_t from, uintptr_t to) {
  for (uintptr_t page = from >> FP_PAGE_SHIFT; page <= (to - 1) >> FP_PAGE_SHIFT; page++)
    if (fp_page_watched(page << FP_PAGE_SHIFT)) return 1;
  return 0;
}

/* Any range: it may begin on an unwatched page and reach a watched one. */
static inline void range_from(const void *address, uintptr_t size, unsigned kind, uintptr_t pc, uintptr_t hook) {
  uintptr_t from = (uintptr_t)address;
  if (size == 0) return;
  if (any_page_watched(from, from + size)) touch(from, size, kind, pc, hook);
}

static inline void range(const void *address, uintptr_t size, unsigned kind, uintptr_t pc) {
  range_from(address, size, kind, pc, pc);
}

/* ---- plain accesses ---- */

#define ALIGNED(size)                                                                        \
  void __tsan_read##size(void *at) {                                                         \
    if (fp_page_watched((uintptr_t)at)) touch((uintptr_t)at, size, 0, PC, PC);               \
  }                                                                                          \
  void __tsan_write##size(void *at) {                                                        \
    if (fp_page_watched((uintptr_t)at)) touch((uintptr_t)at, size, 1, PC, PC);               \
  }                                                                                          \
  void __tsan_volatile_read##size(void *at) {                                                \
    if (fp_page_watched((uintptr_t)at)) touch((uintptr_t)at, size, 0, PC, PC);               \
  }                                                                                          \
  void __tsan_volatile_write##size(void *at) {                                               \
    if (fp_page_watched((uintptr_t)at)) touch((uintptr_t)at, size, 1, PC, PC);               \
  }                                                                                          \
  void __tsan_read_write##size(void *at) {                                                   \
    if (fp_page_watched((uintptr_t)at)) {                                                    \
      touch((uintptr_t)at, size, 0, PC, PC);                                                 \
      touch((uintptr_t)at, size, 1, PC, PC);                                                 \
    }                                                                                        \
  }
ALIGNED(1)
ALIGNED(2)
ALIGNED(4)
ALIGNED(8)

#define UNALIGNED(name, size)                                                                \
  void __tsan_##name##read##size(void *at) { range(at, size, 0, PC); }                       \
  void __tsan_##name##write##size(void *at) { range(at, size, 1, PC); }
#define UNALIGNED_ALL(size)                                                                  \
  UNALIGNED(unaligned_, size)                                                                \
  UNALIGNED(unaligned_volatile_, size)                                                       \
  void __tsan_unaligned_read_write##size(void *at) {                                         \
    range(at, size, 0, PC);                                                                  \
    range(at, size, 1, PC);                                                                  \
  }
UNALIGNED(, 16)
UNALIGNED(volatile_, 16)
UNALIGNED_ALL(2)
UNALIGNED_ALL(4)
UNALIGNED_ALL(8)
UNALIGNED_ALL(16)

void __tsan_read_write16(void *at) {
  range(at, 16, 0, PC);
  range(at, 16, 1, PC);
}
void __tsan_read_range(void *at, uintptr_t size) { range(at, size, 0, PC); }
void __tsan_write_range(void *at, uintptr_t size) { range(at, size, 1, PC); }
void __tsan_vptr_read(void **at) { range(at, sizeof *at, 0, PC); }
void __tsan_vptr_update(void **at, void *value) {
  (void)value;
  range(at, sizeof *at, 1, PC);
}

/*
 * The same from clang's coverage hooks, which say nothing about alignment, nor whether the access is atomic: if it is, the hook
 * for atomic accesses comes next.
 */
static __thread uintptr_t covered_at, covered_pc;

static inline void covered(const void *at, uintptr_t size, unsigned kind, uintptr_t pc) {
  if (!any_page_watched((uintptr_t)at, (uintptr_t)at + size)) return;
  fp_entered++;
  covered_pc = touch((uintptr_t)at, size, kind, pc, pc);
  covered_at = (uintptr_t)at;
}

/* What the hook for coverage has taken for a plain access is an atomic one, as is each that the same instruction makes. */
static inline void make_atomic(const volatile void *at, unsigned kind) {
  if (covered_at != (uintptr_t)at || fp_inside) return;
  covered_at = 0;
  int common = fp_table == NULL; /* a table of its own needs no turn */
  if (common) fp_enter();
  struct run *run = run_of(table_in_use(), covered_pc, kind);
  if (run->pc == covered_pc && run->kind == kind) run->kind = kind + ATOMIC_LOAD;
  if (common) fp_leave();
}

#define COVERAGE(size)                                                                       \
  void __sanitizer_cov_load##size(void *at) { covered(at, size, LOAD, PC); }                 \
  void __sanitizer_cov_store##size(void *at) { covered(at, size, STORE, PC); }
COVERAGE(1)
COVERAGE(2)
COVERAGE(4)
COVERAGE(8)
COVERAGE(16)

/*
 * ---- code that was instrumented by us: the page filter is there, and loops are one call ----
 *
 * A site is a place in the program's table of sites, or NULL where the debug information of the code knows better.
 */

#define SITE (site != 0 ? site : PC)

void fp_fast_load(void *at, uintptr_t size, uintptr_t site) {
  fp_entered++;
  touch((uintptr_t)at, size, LOAD, SITE, PC);
}
void fp_fast_store(void *at, uintptr_t size, uintptr_t site) {
  fp_entered++;
  touch((uintptr_t)at, size, STORE, SITE, PC);
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
  struct table *table = table_in_use();
  struct run *run = run_of(table, row.pc, row.kind);
  if (run->pc == row.pc && run->size == row.size && run->kind == row.kind
      && extend_by_row(run, row.first, row.count, row.stride)) return;
  start_run(table, run, row);
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
    if (!any_page_watched(row.first, row.first + pitch * (rows.count - 1) + reach)) return;
  }
  if (fp_inside) return;
  int always = counts_unwatched(row.first);
  int alone = always && fp_table != NULL;
  int entered = 0;
  for (; rows.count > 0; rows.count--, row.first += pitch) {
    if (!alone && !any_page_watched(row.first, row.first + reach)) continue;
    if (!entered) {
      if (!alone) fp_enter();
      fp_entered++;
      row.pc = WITH_PATH(row.pc, hook);
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

#define RANGES(kind_of_access, ...)                                                          \
  struct dimension loops[MOST_DIMENSIONS] = {{count, stride}, {rows, pitch}, __VA_ARGS__};   \
  ranges((struct run){.pc = SITE, .size = size, .kind = kind_of_access, .first = (uintptr_t)at, .count = 1}, loops, PC)

void fp_fast_load_range(void *at, uintptr_t size, uintptr_t count, intptr_t stride, uintptr_t rows, intptr_t pitch, uintptr_t site) {
  RANGES(LOAD, {1, 0}, {1, 0});
}
void fp_fast_store_range(void *at, uintptr_t size, uintptr_t count, intptr_t stride, uintptr_t rows, intptr_t pitch, uintptr_t site) {
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

__thread int fp_in_library;

/*
 * The linker redirects functions of the C library for everything that is linked, also for a communication library that is an
 * archive and may have threads of its own. It is linked behind us, so its code is behind ours: that is no part of the program.
 */
extern char etext[];

static inline int is_behind_us(uintptr_t pc) { return pc > (uintptr_t)fp_load && pc < (uintptr_t)etext; }

int fp_is_program(const void *pc) { return !fp_in_library && !is_behind_us((uintptr_t)pc); }

static inline void unless_in_library(const void *address, uintptr_t size, unsigned kind, uintptr_t pc, uintptr_t hook) {
  fp_entered++;
  if (fp_is_program((const void *)pc)) range_from(address, size, kind, pc, hook);
}

void fp_load(const void *at, size_t size, const void *pc) { unless_in_library(at, size, LOAD, (uintptr_t)pc, 0); }
void fp_store(const void *at, size_t size, const void *pc) { unless_in_library(at, size, STORE, (uintptr_t)pc, 0); }

void __tsan_init(void) {}
void __tsan_func_entry(void *caller) {
  (void)caller;
  fp_entered++;
}
void __tsan_ignore_thread_begin(void) {}
void __tsan_ignore_thread_end(void) {}

/* ---- the end of a function is a store to its local variables ---- */

static void out_of_scope(uintptr_t at, uintptr_t size, uintptr_t pc) { record(table_in_use(), at, size, SCOPE, pc); }

static __attribute__((noinline)) void leave_frame(uintptr_t stack_pointer, uintptr_t pc, uintptr_t hook) {
  if (fp_inside) return;
  uintptr_t from, to;
  fp_enter();
  fp_entered++;
  if (fp_recording) pc = WITH_PATH(pc, hook);
  fp_dead_stack(stack_pointer, &from, &to);
  if (fp_recording) fp_unwatch_within(from, to, out_of_scope, pc);
  fp_leave();
}

static void jumped_over(uintptr_t at, uintptr_t size, uintptr_t pc) { record(table_in_use(), at, size, JUMP, pc); }

void fp_leave_frames(uintptr_t stack_pointer, const void *pc, void *frame) {
  if (fp_inside) return;
  uintptr_t from, to;
  fp_enter();
  fp_entered++;
  fp_left_stack(stack_pointer, &from, &to);
  if (fp_recording && from < to && fp_watched(from, to)) {
    uintptr_t place = fp_path_to_hook((uintptr_t)pc, (uintptr_t)pc, frame);
    fp_unwatch_within(from, to, jumped_over, place);
  }
  fp_leave();
}

#ifdef __clang__ /* whose __builtin_dwarf_cfa is the frame pointer; the function saves nothing else */
#define STACK_POINTER_OF_CALLER ((uintptr_t)__builtin_frame_address(0) + 2 * sizeof(void *))
#else
#define STACK_POINTER_OF_CALLER ((uintptr_t)__builtin_dwarf_cfa())
#endif

void __tsan_func_exit(void) {
  uintptr_t stack_pointer = STACK_POINTER_OF_CALLER;
  if (__builtin_expect(stack_pointer >= fp_stack_watched, 0)) leave_frame(stack_pointer, PC + 1, PC); /* the epilogue that follows */
}

void fp_fast_leave(uintptr_t site) {
  uintptr_t stack_pointer = STACK_POINTER_OF_CALLER;
  if (__builtin_expect(stack_pointer >= fp_stack_watched, 0)) leave_frame(stack_pointer, site != 0 ? site : PC + 1, PC);
}

/* ---- memory functions: clang calls the __tsan_ names, for gcc the linker redirects the plain ones ---- */

#define MEMORY_FUNCTIONS(prefix)                                                             \
  void *prefix##memcpy(void *to, const void *from, size_t size) {                            \
    unless_in_library(from, size, 0, PC, PC);                                                \
    unless_in_library(to, size, 1, PC, PC);                                                  \
    return __real_memcpy(to, from, size);                                                    \
  }                                                                                          \
  void *prefix##memmove(void *to, const void *from, size_t size) {                           \
    unless_in_library(from, size, 0, PC, PC);                                                \
    unless_in_library(to, size, 1, PC, PC);                                                  \
    return __real_memmove(to, from, size);                                                   \
  }                                                                                          \
  void *prefix##memset(void *to, int value, size_t size) {                                   \
    unless_in_library(to, size, 1, PC, PC);                                                  \
    return __real_memset(to, value, size);                                                   \
  }
MEMORY_FUNCTIONS(__tsan_)
MEMORY_FUNCTIONS(__wrap_)

/* ---- freeing memory is writing to all of it ---- */

void fp_free(const void *block, size_t size, const void *pc) { unless_in_library(block, size, FREE, (uintptr_t)pc, 0); }

/* Another strand may be given the block next: what this one did there must be told before that one says that it is new. */
static inline void freed(void *block, uintptr_t pc) {
  if (!fp_recording || block == NULL) return;
  unless_in_library(block, malloc_usable_size(block), FREE, pc, pc);
  if (fp_concurrent == 0 || fp_inside) return;
  fp_enter();
  if (fp_recording) fp_flush_own_accesses();
  fp_leave();
}

__thread const void *fp_frees_for;

void __real_free(void *block);
void __wrap_free(void *block) {
  freed(block, fp_frees_for != NULL ? (uintptr_t)fp_frees_for : PC);
  __real_free(block);
}

/* ---- memory that is allocated is nobody's yet; this matters only among strands ---- */

static inline void *allocated(void *block, uintptr_t pc) {
  if (fp_concurrent != 0 && fp_recording && !fp_inside && block != NULL && fp_is_program((const void *)pc)) {
    fp_fresh(block, malloc_usable_size(block));
    fp_set_apart();
  }
  return block;
}

void *fp_new_block(void *block, const void *pc) { return allocated(block, (uintptr_t)pc); }

void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size) { return allocated(__real_malloc(size), PC); }
void *__wrap_calloc(size_t count, size_t size) { return allocated(__real_calloc(count, size), PC); }
void *__real_aligned_alloc(size_t alignment, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size) { return allocated(__real_aligned_alloc(alignment, size), PC); }
int __real_posix_memalign(void **block, size_t alignment, size_t size);
int __wrap_posix_memalign(void **block, size_t alignment, size_t size) {
  int error = __real_posix_memalign(block, alignment, size);
  if (error == 0) allocated(*block, PC);
  return error;
}
void *__real_realloc(void *block, size_t size);
void *__wrap_realloc(void *block, size_t size) {
  freed(block, PC);
  return allocated(__real_realloc(block, size), PC);
}

/*
 * The operators of C++ take the place of those of its library, as a program may do (C++17, 20.5.4.6): that library allocates
 * and frees memory which the program uses, for example in the functions of std::string. The other forms of new call these two.
 */
static void *allocate(void *block, const char *name, size_t size, size_t alignment) {
  if (block != NULL) return allocated(block, 0);
  void *(*of_library)(size_t, size_t) = (void *(*)(size_t, size_t))dlsym(RTLD_NEXT, name);
  if (of_library == NULL) abort();
  return allocated(of_library(size, alignment), 0); /* it asks the program's handler, or throws */
}

__attribute__((weak)) void *_Znwm(size_t size) { return allocate(__real_malloc(size), "_Znwm", size, 0); }

__attribute__((weak)) void *_ZnwmSt11align_val_t(size_t size, size_t alignment) {
  void *block = NULL;
  if (__real_posix_memalign(&block, alignment < sizeof block ? sizeof block : alignment, size) != 0) block = NULL;
  return allocate(block, "_ZnwmSt11align_val_t", size, alignment);
}

/* delete, plain and for arrays, sized, aligned, both. */
#define DELETE(name, parameters)                               \
  __attribute__((weak)) void name parameters {                 \
    freed(block, PC);                                          \
    __real_free(block);                                        \
  }
#define DELETES(name)                                                                        \
  DELETE(name, (void *block))                                                                \
  DELETE(name##m, (void *block, size_t size __attribute__((unused))))                        \
  DELETE(name##St11align_val_t, (void *block, size_t alignment __attribute__((unused))))     \
  DELETE(name##mSt11align_val_t, (void *block, size_t size __attribute__((unused)), size_t alignment __attribute__((unused))))
DELETES(_ZdlPv)
DELETES(_ZdaPv)

/* ---- C11 and C++ atomics: to remote accesses they are loads and stores like any other ---- */

#define READ(at) range((const void *)(at), sizeof *(at), ATOMIC_LOAD, PC)
#define WRITE(at) range((const void *)(at), sizeof *(at), ATOMIC_STORE, PC)

/* Among strands, the operation and what it orders are one step: they are recorded in the order in which they happen. */
static inline int among_strands(void) { return fp_concurrent != 0 && fp_recording && !fp_inside; }

#define IN_ONE_STEP(operation, ordering)                                                     \
  if (among_strands()) {                                                                     \
    fp_enter();                                                                              \
    operation;                                                                               \
    ordering;                                                                                \
    fp_leave();                                                                              \
  } else {                                                                                   \
    operation;                                                                               \
  }

#define FETCH(bits, type, name, operation)                                                   \
  type __tsan_atomic##bits##_##name(volatile type *at, type value, int order) {              \
    READ(at);                                                                                \
    WRITE(at);                                                                               \
    type old;                                                                                \
    IN_ONE_STEP(old = operation(at, value, __ATOMIC_SEQ_CST), fp_atomic_load(at, order); fp_atomic_store(at, order, 1)) \
    return old;                                                                              \
  }
#define EXCHANGE(expected)                                                                   \
  READ(at);                                                                                  \
  WRITE(at);                                                                                 \
  int done;                                                                                  \
  IN_ONE_STEP(done = __atomic_compare_exchange_n(at, expected, value, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST), \
              fp_atomic_load(at, done ? success : failure);                                  \
              if (done) fp_atomic_store(at, success, 1))
#define COMPARE(bits, type, name)                                                            \
  int __tsan_atomic##bits##_##name(volatile type *at, type *expected, type value, int success, int failure) { \
    EXCHANGE(expected)                                                                       \
    return done;                                                                             \
  }
#define ATOMICS(bits, type)                                                                  \
  type __tsan_atomic##bits##_load(const volatile type *at, int order) {                      \
    make_atomic(at, LOAD);                                                                   \
    READ(at);                                                                                \
    type value;                                                                              \
    IN_ONE_STEP(value = __atomic_load_n(at, __ATOMIC_SEQ_CST), fp_atomic_load(at, order))    \
    return value;                                                                            \
  }                                                                                          \
  void __tsan_atomic##bits##_store(volatile type *at, type value, int order) {               \
    make_atomic(at, STORE);                                                                  \
    WRITE(at);                                                                               \
    IN_ONE_STEP(__atomic_store_n(at, value, __ATOMIC_SEQ_CST), fp_atomic_store(at, order, 0)) \
  }                                                                                          \
  FETCH(bits, type, exchange, __atomic_exchange_n)                                           \
  FETCH(bits, type, fetch_add, __atomic_fetch_add)                                           \
  FETCH(bits, type, fetch_sub, __atomic_fetch_sub)                                           \
  FETCH(bits, type, fetch_and, __atomic_fetch_and)                                           \
  FETCH(bits, type, fetch_or, __atomic_fetch_or)                                             \
  FETCH(bits, type, fetch_xor, __atomic_fetch_xor)                                           \
  FETCH(bits, type, fetch_nand, __atomic_fetch_nand)                                         \
  COMPARE(bits, type, compare_exchange_strong)                                               \
  COMPARE(bits, type, compare_exchange_weak)                                                 \
  type __tsan_atomic##bits##_compare_exchange_val(volatile type *at, type expected, type value, int success, int failure) { \
    EXCHANGE(&expected)                                                                      \
    (void)done;                                                                              \
    return expected;                                                                         \
  }
ATOMICS(8, uint8_t)
ATOMICS(16, uint16_t)
ATOMICS(32, uint32_t)
ATOMICS(64, uint64_t)
ATOMICS(128, unsigned __int128)

void __tsan_atomic_thread_fence(int order) {
  IN_ONE_STEP(__atomic_thread_fence(__ATOMIC_SEQ_CST), fp_atomic_fence(order))
}
void __tsan_atomic_signal_fence(int order) {
  (void)order;
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
}
