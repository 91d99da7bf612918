/* The entry points that compilers call for code built with -fsanitize=thread, or with clang's coverage. */
#include "access.h"

static inline void range(const void *address, uintptr_t size, unsigned kind, uintptr_t pc) {
  fp_touch_range(address, size, kind, pc, pc);
}

/* ---- plain accesses ---- */

#define ALIGNED(size)                                                                        \
  void __tsan_read##size(void *at) {                                                         \
    if (fp_page_watched((uintptr_t)at)) fp_touch((uintptr_t)at, size, 0, PC, PC);               \
  }                                                                                          \
  void __tsan_write##size(void *at) {                                                        \
    if (fp_page_watched((uintptr_t)at)) fp_touch((uintptr_t)at, size, 1, PC, PC);               \
  }                                                                                          \
  void __tsan_volatile_read##size(void *at) {                                                \
    if (fp_page_watched((uintptr_t)at)) fp_touch((uintptr_t)at, size, 0, PC, PC);               \
  }                                                                                          \
  void __tsan_volatile_write##size(void *at) {                                               \
    if (fp_page_watched((uintptr_t)at)) fp_touch((uintptr_t)at, size, 1, PC, PC);               \
  }                                                                                          \
  void __tsan_read_write##size(void *at) {                                                   \
    if (fp_page_watched((uintptr_t)at)) {                                                    \
      fp_touch((uintptr_t)at, size, 0, PC, PC);                                                 \
      fp_touch((uintptr_t)at, size, 1, PC, PC);                                                 \
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
  if (!fp_any_page_watched((uintptr_t)at, (uintptr_t)at + size)) return;
  fp_entered++;
  covered_pc = fp_touch((uintptr_t)at, size, kind, pc, pc);
  covered_at = (uintptr_t)at;
}

/* What the hook for coverage has taken for a plain access is an atomic one, as is each that the same instruction makes. */
static inline void make_atomic(const volatile void *at, unsigned kind) {
  if (covered_at != (uintptr_t)at || fp_inside) return;
  covered_at = 0;
  int common = fp_table == NULL; /* a table of its own needs no turn */
  if (common) fp_enter();
  struct run *run = fp_run_of(fp_table_in_use(), covered_pc, kind);
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

void __tsan_init(void) {}
void __tsan_func_entry(void *caller) {
  (void)caller;
  fp_entered++;
}
void __tsan_ignore_thread_begin(void) {}
void __tsan_ignore_thread_end(void) {}

/* ---- the end of a function is a store to its local variables ---- */

static void out_of_scope(uintptr_t at, uintptr_t size, uintptr_t pc) { fp_add_access(fp_table_in_use(), at, size, SCOPE, pc); }

static __attribute__((noinline)) void leave_frame(uintptr_t stack_pointer, uintptr_t pc, uintptr_t hook) {
  if (fp_inside) return;
  uintptr_t from, to;
  fp_enter();
  fp_entered++;
  if (fp_recording) pc = FP_WITH_PATH(pc, hook);
  fp_dead_stack(stack_pointer, &from, &to);
  if (fp_recording) fp_unwatch_within(from, to, out_of_scope, pc);
  fp_leave();
}

static void jumped_over(uintptr_t at, uintptr_t size, uintptr_t pc) { fp_add_access(fp_table_in_use(), at, size, JUMP, pc); }

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

/* ---- C11 and C++ atomics: to remote accesses they are loads and stores like any other ---- */

#define READ(at) range((const void *)(at), sizeof *(at), ATOMIC_LOAD, PC)
#define WRITE(at) range((const void *)(at), sizeof *(at), ATOMIC_STORE, PC)

/* Whether the operation may order something: then it is one step with what it orders. */
static inline int may_order(const volatile void *at) {
  return (fp_concurrent != 0 || fp_may_be_shared(at)) && fp_recording && !fp_inside;
}

#define IN_ONE_STEP(operation, ordering)                                                     \
  if (may_order(at)) {                                                                       \
    fp_begin_atomic(at, (const void *)PC);                                                   \
    operation;                                                                               \
    ordering;                                                                                \
    fp_end_atomic(at);                                                                       \
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
    if (!may_order(at)) return __atomic_load_n(at, __ATOMIC_SEQ_CST);                        \
    type value;                                                                              \
    fp_begin_look((const void *)PC);                                                         \
    do value = __atomic_load_n(at, __ATOMIC_SEQ_CST);                                        \
    while (!fp_end_look(at, order));                                                         \
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
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  fp_fence(order, (const void *)PC);
}
void __tsan_atomic_signal_fence(int order) {
  (void)order;
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
}
