/*
 * OpenMP programs of clang and flang: what LLVM's library tells tools (OpenMP 5.2, chapter 19), and, where it tells only after the
 * fact or not at all, what programs call in it.
 */
#include "openmp.h"

#include <stdlib.h>

#define PC __builtin_return_address(0)

/* The function that is called next is so much further up the stack at most. */
#define HERE ((uintptr_t)__builtin_frame_address(0) + 256)

int omp_in_final(void) __attribute__((weak));

/* ---- the tools interface, as far as it is used ---- */

typedef union {
  uint64_t value;
  void *ptr;
} ompt_data_t;

enum { PARALLEL_BEGIN = 3, PARALLEL_END = 4, TASK_CREATE = 5, TASK_SCHEDULE = 6, IMPLICIT_TASK = 7, DEPENDENCES = 18, SYNC_REGION = 23 };
enum { SCOPE_BEGIN = 1, SCOPE_END = 2 };
enum { BARRIER_FIRST = 1, BARRIER_LAST = 4, TASKWAIT = 5, TASKGROUP = 6, BARRIER_WORKSHARE = 8, BARRIER_PARALLEL = 9, BARRIER_TEAMS = 10 };
enum { TASK_INITIAL = 1, TASK_TASKWAIT = 16 };
enum { STATUS_COMPLETE = 1, STATUS_CANCEL = 3, STATUS_DETACH = 4, STATUS_EARLY_FULFILL = 5, STATUS_LATE_FULFILL = 6, STATUS_TASKWAIT_COMPLETE = 8 };
enum { DEPENDENCE_IN = 1, DEPENDENCE_SOURCE = 5, DEPENDENCE_SINK = 6, DEPENDENCE_IN_SET = 7 };

struct dependence {
  ompt_data_t variable;
  int type;
};

struct team {
  struct fp_team team;
  unsigned threads;
};

struct task {
  struct fp_task task;
  int is_over;
  int at_once; /* its creator waits for it */
};

static __thread int begins_if0;

/* The library tells where it was called: if that is in a function of ours, the place where this was called counts. */
extern const char __start_fp_calls[], __stop_fp_calls[];
static __thread const void *called_at;

static const void *caller(const void *pc) {
  return (uintptr_t)pc - (uintptr_t)__start_fp_calls < (uintptr_t)(__stop_fp_calls - __start_fp_calls) ? called_at : pc;
}

static void parallel_begin(ompt_data_t *parent, const void *frame, ompt_data_t *parallel, unsigned requested, int flags, const void *pc) {
  (void)parent, (void)frame, (void)requested, (void)flags, (void)pc;
  struct team *team = calloc(1, sizeof *team);
  fp_begin_team(&team->team);
  parallel->ptr = team;
}

static void parallel_end(ompt_data_t *parallel, ompt_data_t *parent, int flags, const void *pc) {
  (void)parent, (void)flags;
  struct team *team = parallel->ptr;
  if (team == NULL) return;
  fp_end_team(&team->team, pc);
  free(team);
  parallel->ptr = NULL;
}

/* A worker is told late that its task is over: it is when the worker has come to the barrier at the end. */
static void implicit_is_over(struct task *task) {
  if (task->is_over) return;
  task->is_over = 1;
  fp_end_implicit(&task->task);
}

static void implicit_task(int endpoint, ompt_data_t *parallel, ompt_data_t *data, unsigned threads, unsigned index, int flags) {
  (void)index, (void)flags;
  if (endpoint == SCOPE_BEGIN && parallel != NULL && parallel->ptr != NULL) { /* not that of the program */
    struct team *team = parallel->ptr;
    struct task *task = calloc(1, sizeof *task);
    team->threads = threads;
    data->ptr = task;
    fp_begin_implicit(&task->task, &team->team, HERE);
  } else if (endpoint == SCOPE_END && data->ptr != NULL) {
    implicit_is_over(data->ptr);
    free(data->ptr);
    data->ptr = NULL;
  }
}

static void barrier(struct task *task, int endpoint, const void *pc) {
  if (task == NULL || task->is_over || &task->task != fp_current_task) return;
  if (endpoint == SCOPE_BEGIN) {
    fp_end_pieces(pc);
    fp_arrive(pc);
  } else {
    fp_leave_barrier(((struct team *)task->task.team)->threads, pc);
  }
}

static void sync_region(int kind, int endpoint, ompt_data_t *parallel, ompt_data_t *data, const void *code) {
  (void)parallel;
  const void *pc = caller(code);
  struct task *task = data == NULL ? NULL : data->ptr;
  if (kind == TASKWAIT) {
    if (endpoint == SCOPE_END) fp_waited_for_children(pc);
  } else if (kind == TASKGROUP) {
    if (endpoint == SCOPE_BEGIN) fp_begin_group();
    else fp_end_group(pc);
  } else if (kind == BARRIER_PARALLEL || kind == BARRIER_TEAMS) {
    if (endpoint == SCOPE_BEGIN && task != NULL) implicit_is_over(task);
  } else if ((kind >= BARRIER_FIRST && kind <= BARRIER_LAST) || kind == BARRIER_WORKSHARE) {
    barrier(task, endpoint, pc);
  }
}

/* ---- tasks ---- */

static void task_create(ompt_data_t *parent, const void *frame, ompt_data_t *created, int flags, int dependences, const void *pc) {
  (void)parent, (void)frame, (void)dependences;
  if (flags & TASK_INITIAL) return;
  struct task *task = calloc(1, sizeof *task);
  task->at_once = omp_in_final != NULL && omp_in_final();
  if (flags & TASK_TASKWAIT) task->task.parent = fp_task()->object;
  else fp_create_task(&task->task, caller(pc));
  created->ptr = task;
}

static void dependences(ompt_data_t *data, const struct dependence *all, int count) {
  struct task *task = data->ptr;
  for (int i = 0; task != NULL && i < count; i++) {
    if (all[i].type == DEPENDENCE_SOURCE || all[i].type == DEPENDENCE_SINK) return; /* of iterations: see below */
    enum fp_dependence_kind kind = all[i].type == DEPENDENCE_IN ? FP_READS : all[i].type == DEPENDENCE_IN_SET ? FP_IN_SET : FP_WRITES;
    fp_depend(&task->task, task->task.parent, all[i].variable.value, kind);
  }
}

static void forget(ompt_data_t *data) {
  struct task *task = data->ptr;
  fp_forget_dependences(&task->task);
  free(task);
  data->ptr = NULL;
}

static void task_schedule(ompt_data_t *prior, int status, ompt_data_t *next) {
  struct task *before = prior == NULL ? NULL : prior->ptr;
  if (status == STATUS_TASKWAIT_COMPLETE) {
    if (before == NULL) return;
    fp_await_dependences(&before->task, FP_TASKWAIT, NULL);
    forget(prior);
    return;
  }
  if (status == STATUS_LATE_FULFILL || status == STATUS_EARLY_FULFILL) { /* nobody begins to execute anything */
    if (before == NULL) return;
    fp_fulfill(&before->task, NULL);
    if (status == STATUS_LATE_FULFILL) forget(prior);
    return;
  }
  if (before != NULL && (status == STATUS_COMPLETE || status == STATUS_CANCEL || status == STATUS_DETACH) && &before->task == fp_current_task) {
    fp_end_task(&before->task);
    if (before->at_once) fp_acquire(before->task.object + FP_OWN_END, FP_TASK, NULL);
    if (status != STATUS_DETACH) forget(prior);
  }
  struct task *after = next == NULL ? NULL : next->ptr;
  if (after == NULL || after->task.parent == 0 || after->task.frame != 0) return; /* implicit, or goes on */
  after->at_once |= begins_if0;
  begins_if0 = 0;
  fp_begin_task(&after->task, HERE);
}

typedef void (*any_function)(void);
typedef any_function lookup_function(const char *name);
typedef int set_function(int event, any_function callback);

static int initialize(lookup_function *lookup, int device, ompt_data_t *tool) {
  (void)device, (void)tool;
  set_function *set = (set_function *)lookup("ompt_set_callback");
  set(PARALLEL_BEGIN, (any_function)parallel_begin);
  set(PARALLEL_END, (any_function)parallel_end);
  set(IMPLICIT_TASK, (any_function)implicit_task);
  set(SYNC_REGION, (any_function)sync_region);
  set(TASK_CREATE, (any_function)task_create);
  set(TASK_SCHEDULE, (any_function)task_schedule);
  set(DEPENDENCES, (any_function)dependences);
  return 1;
}

static void finalize(ompt_data_t *tool) { (void)tool; }

struct tool {
  int (*initialize)(lookup_function *, int, ompt_data_t *);
  void (*finalize)(ompt_data_t *);
  ompt_data_t data;
};

struct tool *ompt_start_tool(unsigned version, const char *runtime) {
  static struct tool tool = {initialize, finalize, {0}};
  (void)version, (void)runtime;
  return &tool;
}

/* ---- calls ---- */

void __real___kmpc_omp_task_begin_if0(void *place, int thread, void *task) __attribute__((weak));
void __wrap___kmpc_omp_task_begin_if0(void *place, int thread, void *task) {
  begins_if0 = 1;
  __real___kmpc_omp_task_begin_if0(place, thread, task);
  begins_if0 = 0;
}

/* ---- what tasks take with them ---- */

/* The library uses the memory of earlier tasks again. The first word leads to what the task shares, the second to its code. */
struct task_memory {
  void *shared;
  void *function;
};

static void new_task_memory(struct task_memory *task, size_t bytes, size_t shared) {
  fp_fresh(task, bytes);
  if (shared > 0) fp_fresh(task->shared, shared);
}

static __thread size_t last_bytes, last_shared; /* of the task that this thread has allocated last */

void *__real___kmpc_omp_task_alloc(void *place, int thread, int flags, size_t bytes, size_t shared, void *function) __attribute__((weak));
void *__wrap___kmpc_omp_task_alloc(void *place, int thread, int flags, size_t bytes, size_t shared, void *function) {
  struct task_memory *task = __real___kmpc_omp_task_alloc(place, thread, flags, bytes, shared, function);
  new_task_memory(task, bytes, shared);
  last_bytes = bytes;
  last_shared = shared;
  return task;
}

/*
 * A loop of tasks is given one task, which the library copies, perhaps in tasks of its own. Of each copy it tells a function, to
 * which we add that the memory is new. How large it is, and the program's own function, are found by the code of the task.
 */
typedef void duplicate(struct task_memory *copy, struct task_memory *task, int last);

struct task_loop {
  void *function;
  size_t bytes, shared;
  duplicate *duplicate;
  struct task_loop *next;
};

static struct task_loop *task_loops;

static struct task_loop *find_task_loop(const void *function) {
  struct task_loop *loop = __atomic_load_n(&task_loops, __ATOMIC_ACQUIRE);
  while (loop != NULL && loop->function != function) loop = loop->next;
  return loop;
}

static void copied(struct task_memory *copy, struct task_memory *task, int last) {
  struct task_loop *loop = find_task_loop(task->function);
  new_task_memory(copy, loop->bytes, loop->shared);
  if (loop->duplicate != NULL) loop->duplicate(copy, task, last);
}

/* Two threads may add the same loop: then the later one is found, which is as good. */
static void add_task_loop(const struct task_memory *task, duplicate *duplicate) {
  if (find_task_loop(task->function) != NULL) return;
  struct task_loop *loop = malloc(sizeof *loop);
  *loop = (struct task_loop){task->function, last_bytes, last_shared, duplicate, __atomic_load_n(&task_loops, __ATOMIC_ACQUIRE)};
  while (!__atomic_compare_exchange_n(&task_loops, &loop->next, loop, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {}
}

#define LOOP_ARGUMENTS(...)                                                                                            \
  (void *place, int thread, struct task_memory *task, int condition, uint64_t *from, uint64_t *to, int64_t step, int without_group, \
   int schedule, uint64_t grain __VA_ARGS__, duplicate *duplicate)
#define TASKLOOP(name, parameter, argument)                                                                            \
  void __real_##name LOOP_ARGUMENTS(parameter) __attribute__((weak));                                                  \
  __attribute__((section("fp_calls"))) void __wrap_##name LOOP_ARGUMENTS(parameter) {                                  \
    const void *before = called_at;                                                                                    \
    called_at = PC;                                                                                                    \
    add_task_loop(task, duplicate);                                                                                    \
    __real_##name(place, thread, task, condition, from, to, step, without_group, schedule, grain argument, copied);    \
    called_at = before;                                                                                                \
  }
#define COMMA ,
TASKLOOP(__kmpc_taskloop, , )
TASKLOOP(__kmpc_taskloop_5, COMMA int modifier, COMMA modifier)

/* A flush without a list is a release and an acquire flush (OpenMP 5.2, 15.8.5). */
void __wrap___kmpc_flush(void *place) {
  (void)place;
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  fp_fence(__ATOMIC_SEQ_CST, __builtin_return_address(0));
}

FP_ENTERS(__kmpc_critical, (void *place, int thread, void *lock), (place, thread, lock), lock, FP_CRITICAL)
FP_ENTERS(__kmpc_critical_with_hint, (void *place, int thread, void *lock, unsigned hint), (place, thread, lock, hint), lock, FP_CRITICAL)
FP_LEAVES(__kmpc_end_critical, (void *place, int thread, void *lock), (place, thread, lock), lock, FP_CRITICAL)

void __real___kmpc_ordered(void *place, int thread) __attribute__((weak));
void __wrap___kmpc_ordered(void *place, int thread) {
  __real___kmpc_ordered(place, thread);
  fp_enter_ordered(PC);
}

void __real___kmpc_end_ordered(void *place, int thread) __attribute__((weak));
void __wrap___kmpc_end_ordered(void *place, int thread) {
  fp_leave_ordered(PC);
  __real___kmpc_end_ordered(place, thread);
}

/* A reduction under a lock: the thread combines its part with those before. */
#define REDUCE(name)                                                                         \
  int __real_##name(void *place, int thread, int n, size_t size, void *data, void (*f)(void *, void *), void *lock) __attribute__((weak)); \
  int __wrap_##name(void *place, int thread, int n, size_t size, void *data, void (*f)(void *, void *), void *lock) { \
    int how = __real_##name(place, thread, n, size, data, f, lock);                          \
    if (how == 1) fp_acquire(fp_word(lock), FP_CRITICAL, PC);                                \
    return how;                                                                              \
  }
REDUCE(__kmpc_reduce)
REDUCE(__kmpc_reduce_nowait)
FP_LEAVES(__kmpc_end_reduce, (void *place, int thread, void *lock), (place, thread, lock), lock, FP_CRITICAL)
FP_LEAVES(__kmpc_end_reduce_nowait, (void *place, int thread, void *lock), (place, thread, lock), lock, FP_CRITICAL)

/* A static schedule gives its chunks to threads by their numbers: those of one thread are in its order in every run. */
static __thread int static_schedule;

static void schedules(int kind) {
  kind &= 0xff;
  static_schedule = kind == 33 || kind == 34 || kind == 65 || kind == 66 || kind == 161 || kind == 162 || kind == 193 || kind == 194;
}

#define DISPATCH(suffix, number)                                                             \
  void __real___kmpc_dispatch_init_##suffix(void *place, int thread, int kind, number from, number to, number step, number chunk) \
      __attribute__((weak));                                                                 \
  void __wrap___kmpc_dispatch_init_##suffix(void *place, int thread, int kind, number from, number to, number step, number chunk) { \
    schedules(kind);                                                                         \
    __real___kmpc_dispatch_init_##suffix(place, thread, kind, from, to, step, chunk);        \
  }                                                                                          \
  int __real___kmpc_dispatch_next_##suffix(void *place, int thread, int *last, number *from, number *to, number *step) \
      __attribute__((weak));                                                                 \
  int __wrap___kmpc_dispatch_next_##suffix(void *place, int thread, int *last, number *from, number *to, number *step) { \
    int given = __real___kmpc_dispatch_next_##suffix(place, thread, last, from, to, step);   \
    if (!static_schedule) fp_next_piece(given, PC);                                          \
    if (!given) fp_end_pieces(PC);                                                           \
    return given;                                                                            \
  }
DISPATCH(4, int32_t)
DISPATCH(4u, uint32_t)
DISPATCH(8, int64_t)
DISPATCH(8u, uint64_t)

/*
 * A thread gets sections as it gets iterations of a static loop: by their numbers, from one to another. The code that leads on
 * from one to the next is the compiler's, with a switch of which it tells where the program was compiled so. Before the first
 * section, no other switch has so many cases at most, and comes to the number of that section.
 */
#define OF_SECTIONS 0x400 /* a flag of the place */

void __real___kmpc_for_static_init_4(void *place, int thread, int kind, int *last, int *from, int *to, int *step, int by, int chunk)
    __attribute__((weak));
void __wrap___kmpc_for_static_init_4(void *place, int thread, int kind, int *last, int *from, int *to, int *step, int by, int chunk) {
  unsigned count = (unsigned)*to + 1;
  __real___kmpc_for_static_init_4(place, thread, kind, last, from, to, step, by, chunk);
  struct fp_task *task = fp_task();
  task->sections = ((const int *)place)[1] & OF_SECTIONS ? count : 0;
  task->first_section = (unsigned)*from;
  task->leads_on = NULL;
}

void __real___kmpc_for_static_fini(void *place, int thread) __attribute__((weak));
void __wrap___kmpc_for_static_fini(void *place, int thread) {
  struct fp_task *task = fp_task();
  if (task->sections != 0) fp_end_pieces(PC);
  task->sections = 0;
  __real___kmpc_for_static_fini(place, thread);
}

/* The value, and the cases: how many, the bits of each, then the values. */
void __sanitizer_cov_trace_switch(uint64_t value, const uint64_t *cases) {
  struct fp_task *task = fp_current_task;
  if (task == NULL || task->sections == 0) return;
  if (task->leads_on == NULL && cases[0] <= task->sections && value == task->first_section) task->leads_on = PC;
  if (task->leads_on == PC) fp_next_piece(1, PC);
}

/* What comes with them. */
#define COMPARES(size, number)                                                     \
  void __sanitizer_cov_trace_cmp##size(number a, number b) { (void)a, (void)b; }    \
  void __sanitizer_cov_trace_const_cmp##size(number a, number b) { (void)a, (void)b; }
COMPARES(1, uint8_t)
COMPARES(2, uint16_t)
COMPARES(4, uint32_t)
COMPARES(8, uint64_t)

void __real___kmpc_doacross_init(void *place, int thread, int dimensions, const void *bounds) __attribute__((weak));
void __wrap___kmpc_doacross_init(void *place, int thread, int dimensions, const void *bounds) {
  fp_task()->dimensions = (unsigned)dimensions;
  __real___kmpc_doacross_init(place, thread, dimensions, bounds);
}

void __real___kmpc_doacross_post(void *place, int thread, const long *at) __attribute__((weak));
void __wrap___kmpc_doacross_post(void *place, int thread, const long *at) {
  fp_post_iteration(at, fp_task()->dimensions, PC);
  __real___kmpc_doacross_post(place, thread, at);
}

void __real___kmpc_doacross_wait(void *place, int thread, const long *at) __attribute__((weak));
void __wrap___kmpc_doacross_wait(void *place, int thread, const long *at) {
  __real___kmpc_doacross_wait(place, thread, at);
  fp_await_iteration(at, fp_task()->dimensions, PC);
}
