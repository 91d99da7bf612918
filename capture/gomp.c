/*
 * OpenMP programs of gcc and gfortran: what they call in libgomp, and what it orders.
 *
 * An implicit task of a parallel region is a strand that was forked from the strand that met the region, which stands still
 * meanwhile. So is an explicit task, forked where it is created, whichever thread executes it. Sections, and the chunks of a loop that
 * threads are given as they come for more, are strands of their own: a thread that executes two of them one after the other might as
 * well not have. They are forked from the thread's implicit task, which goes on after those of its own.
 */
#include "fencepost.h"

#include <stdarg.h>
#include <stdbool.h>

#define PC __builtin_return_address(0)
#define HERE ((uintptr_t)__builtin_frame_address(0))

/* These two are in every library of OpenMP, and make the linker look for one; the rest need not be. */
int omp_get_num_threads(void);
int omp_in_final(void);

struct team {
  void (*function)(void *);
  void *data;
  uint64_t object;   /* the end of implicit tasks; its parts: barriers */
  uint64_t ordered;  /* ordered regions, and its parts: iterations of doacross loops */
  uint32_t parent;   /* the strand that met the region */
  unsigned barriers; /* that all have passed */
};

struct task {
  struct team *team;
  uint64_t object;    /* tells of the end of its children; its first part: of its own */
  uint64_t group;     /* the task group it is in, or 0 */
  uint64_t pieces;    /* tells of the end of sections and chunks that it executed */
  unsigned barriers;  /* that it has passed; an explicit task: those before its creation */
  int in_piece;
  struct fp_strand_before before_piece;
  uintptr_t frame;    /* below it on the stack is what this task alone uses */
  unsigned dimensions; /* of the doacross loop at hand */
};

static __thread struct task *current;

#define OWN_END 1u /* a part of a task's object */

static uint64_t barrier(const struct team *team, unsigned number) { return team->object + 1 + number % (FP_PARTS - 1); }

/* ---- sections and chunks ---- */

static void end_piece(struct task *task) {
  if (!task->in_piece) return;
  task->in_piece = 0;
  fp_end_strand(&task->before_piece, FP_WORKSHARE, &task->pieces, 1);
}

/* The thread has been given another piece of work, or there is none left. */
static void next_piece(int given, const void *pc) {
  struct task *task = current;
  if (task == NULL) return;
  end_piece(task);
  if (!given) return;
  if (task->pieces == 0) task->pieces = fp_new_object();
  uint32_t strand = fp_fork(fp_strand, FP_WORKSHARE, pc);
  task->before_piece = fp_become(strand, task->frame);
  task->in_piece = 1;
}

/* The thread leaves the construct: it is ordered after what it has done itself. */
static void end_pieces(const void *pc) {
  struct task *task = current;
  if (task == NULL || task->pieces == 0) return;
  end_piece(task);
  fp_acquire(task->pieces, FP_WORKSHARE, pc);
}

/* ---- barriers ---- */

static void arrive(const void *pc) {
  if (current != NULL && current->team != NULL) fp_release(barrier(current->team, current->barriers), FP_BARRIER, pc);
}

static void pass(const void *pc) {
  struct task *task = current;
  if (task == NULL || task->team == NULL) return;
  fp_pass(barrier(task->team, task->barriers), (unsigned)omp_get_num_threads(), FP_BARRIER, pc);
  task->barriers++;
}

#define BARRIER(type, name, result)                                  \
  type __real_##name(void) __attribute__((weak));                    \
  type __wrap_##name(void) {                                         \
    end_pieces(PC);                                                  \
    arrive(PC);                                                      \
    result __real_##name();                                          \
    pass(PC);
BARRIER(void, GOMP_barrier, ) }
BARRIER(void, GOMP_loop_end, ) }
BARRIER(void, GOMP_sections_end, ) }
BARRIER(bool, GOMP_barrier_cancel, bool cancelled =) return cancelled; }
BARRIER(bool, GOMP_loop_end_cancel, bool cancelled =) return cancelled; }
BARRIER(bool, GOMP_sections_end_cancel, bool cancelled =) return cancelled; }

#define NO_BARRIER(name)                                             \
  void __real_##name(void) __attribute__((weak));                    \
  void __wrap_##name(void) {                                         \
    end_pieces(PC);                                                  \
    __real_##name();                                                 \
  }
NO_BARRIER(GOMP_loop_end_nowait)
NO_BARRIER(GOMP_sections_end_nowait)

/* ---- parallel regions ---- */

static void in_team(void *argument) {
  struct team *team = argument;
  struct task task = {.team = team, .object = fp_new_object(), .frame = HERE};
  struct task *before = current;
  struct fp_strand_before outside = fp_become(fp_fork(team->parent, FP_PARALLEL, NULL), HERE);
  current = &task;
  team->function(team->data);
  end_pieces(NULL);
  current = before;
  __atomic_store_n(&team->barriers, task.barriers, __ATOMIC_RELAXED);
  fp_end_strand(&outside, FP_PARALLEL, &team->object, 1);
}

static struct team begin_team(void (*function)(void *), void *data) {
  fp_begin_concurrent();
  return (struct team){function, data, fp_new_object(), fp_new_object(), fp_strand, 0};
}

/* The strand goes on after all implicit tasks, and after the explicit ones that nobody waited for. */
static void end_team(struct team *team, const void *pc) {
  fp_acquire(team->object, FP_PARALLEL, pc);
  fp_acquire(barrier(team, team->barriers), FP_PARALLEL, pc);
  fp_end_concurrent();
}

#define PARALLEL(name, parameters, arguments)                                                \
  void __real_GOMP_parallel##name(void (*function)(void *), void *data, unsigned threads parameters, unsigned flags) \
      __attribute__((weak));                                                                 \
  void __wrap_GOMP_parallel##name(void (*function)(void *), void *data, unsigned threads parameters, unsigned flags) { \
    struct team team = begin_team(function, data);                                           \
    __real_GOMP_parallel##name(in_team, &team, threads arguments, flags);                    \
    end_team(&team, PC);                                                                     \
  }
#define COMMA ,
#define LOOP COMMA long from COMMA long to COMMA long step
#define CHUNKS LOOP COMMA long chunk
PARALLEL(, , )
PARALLEL(_sections, COMMA unsigned count, COMMA count)
PARALLEL(_loop_static, CHUNKS, COMMA from COMMA to COMMA step COMMA chunk)
PARALLEL(_loop_dynamic, CHUNKS, COMMA from COMMA to COMMA step COMMA chunk)
PARALLEL(_loop_guided, CHUNKS, COMMA from COMMA to COMMA step COMMA chunk)
PARALLEL(_loop_nonmonotonic_dynamic, CHUNKS, COMMA from COMMA to COMMA step COMMA chunk)
PARALLEL(_loop_nonmonotonic_guided, CHUNKS, COMMA from COMMA to COMMA step COMMA chunk)
PARALLEL(_loop_runtime, LOOP, COMMA from COMMA to COMMA step)
PARALLEL(_loop_nonmonotonic_runtime, LOOP, COMMA from COMMA to COMMA step)
PARALLEL(_loop_maybe_nonmonotonic_runtime, LOOP, COMMA from COMMA to COMMA step)

unsigned __real_GOMP_parallel_reductions(void (*function)(void *), void *data, unsigned threads, unsigned flags)
    __attribute__((weak));

/* Which finds in its data what it needs of the reductions, before the threads start. */
struct reductions {
  uintptr_t *registered; /* the first word of the data, which libgomp changes */
  struct team team;
};

static void in_reducing_team(void *argument) {
  struct reductions *own = argument;
  *(uintptr_t **)own->team.data = own->registered;
  in_team(&own->team);
}

unsigned __wrap_GOMP_parallel_reductions(void (*function)(void *), void *data, unsigned threads, unsigned flags) {
  struct reductions own = {*(uintptr_t **)data, begin_team(function, data)};
  unsigned count = __real_GOMP_parallel_reductions(in_reducing_team, &own, threads, flags);
  end_team(&own.team, PC);
  return count;
}

void __real_GOMP_teams_reg(void (*function)(void *), void *data, unsigned teams, unsigned limit, unsigned flags) __attribute__((weak));
void __wrap_GOMP_teams_reg(void (*function)(void *), void *data, unsigned teams, unsigned limit, unsigned flags) {
  struct team team = begin_team(function, data);
  __real_GOMP_teams_reg(in_team, &team, teams, limit, flags);
  end_team(&team, PC);
}

/* ---- sections and loops ---- */

#define GIVES(type, name, parameters, arguments)                     \
  type __real_##name parameters __attribute__((weak));               \
  type __wrap_##name parameters {                                    \
    type given = __real_##name arguments;                            \
    next_piece(given != 0, PC);                                      \
    return given;                                                    \
  }
GIVES(unsigned, GOMP_sections_start, (unsigned count), (count))
GIVES(unsigned, GOMP_sections2_start, (unsigned count, uintptr_t *reductions, void **memory), (count, reductions, memory))
GIVES(unsigned, GOMP_sections_next, (void), ())

/* A static schedule gives its chunks to threads by their numbers: those of one thread are in its order in every run. */
#define FIRST(kind)                                                                          \
  GIVES(bool, GOMP_loop_##kind##_start, (long from, long to, long step, long chunk, long *first, long *last), \
        (from, to, step, chunk, first, last))                                                \
  GIVES(bool, GOMP_loop_ull_##kind##_start,                                                  \
        (bool up, unsigned long long from, unsigned long long to, unsigned long long step, unsigned long long chunk, \
         unsigned long long *first, unsigned long long *last),                               \
        (up, from, to, step, chunk, first, last))
#define FIRST_AT_RUN_TIME(kind)                                                              \
  GIVES(bool, GOMP_loop_##kind##_start, (long from, long to, long step, long *first, long *last), (from, to, step, first, last)) \
  GIVES(bool, GOMP_loop_ull_##kind##_start,                                                  \
        (bool up, unsigned long long from, unsigned long long to, unsigned long long step, unsigned long long *first, \
         unsigned long long *last),                                                          \
        (up, from, to, step, first, last))
#define NEXT(kind)                                                                           \
  GIVES(bool, GOMP_loop_##kind##_next, (long *first, long *last), (first, last))             \
  GIVES(bool, GOMP_loop_ull_##kind##_next, (unsigned long long *first, unsigned long long *last), (first, last))
FIRST(dynamic)
FIRST(guided)
FIRST(nonmonotonic_dynamic)
FIRST(nonmonotonic_guided)
FIRST(ordered_dynamic)
FIRST(ordered_guided)
FIRST_AT_RUN_TIME(runtime)
FIRST_AT_RUN_TIME(nonmonotonic_runtime)
FIRST_AT_RUN_TIME(maybe_nonmonotonic_runtime)
FIRST_AT_RUN_TIME(ordered_runtime)
NEXT(dynamic)
NEXT(guided)
NEXT(runtime)
NEXT(nonmonotonic_dynamic)
NEXT(nonmonotonic_guided)
NEXT(nonmonotonic_runtime)
NEXT(maybe_nonmonotonic_runtime)
NEXT(ordered_dynamic)
NEXT(ordered_guided)
NEXT(ordered_runtime)
GIVES(bool, GOMP_loop_start,
      (long from, long to, long step, long schedule, long chunk, long *first, long *last, uintptr_t *reductions, void **memory),
      (from, to, step, schedule, chunk, first, last, reductions, memory))
GIVES(bool, GOMP_loop_ordered_start,
      (long from, long to, long step, long schedule, long chunk, long *first, long *last, uintptr_t *reductions, void **memory),
      (from, to, step, schedule, chunk, first, last, reductions, memory))

/* ---- ordered regions, and iterations that wait for others ---- */

void __real_GOMP_ordered_start(void) __attribute__((weak));
void __wrap_GOMP_ordered_start(void) {
  __real_GOMP_ordered_start();
  if (current != NULL && current->team != NULL) fp_acquire(current->team->ordered, FP_ORDERED, PC);
}

void __real_GOMP_ordered_end(void) __attribute__((weak));
void __wrap_GOMP_ordered_end(void) {
  if (current != NULL && current->team != NULL) fp_release(current->team->ordered, FP_ORDERED, PC);
  __real_GOMP_ordered_end();
}

static void begin_doacross(unsigned dimensions) {
  if (current != NULL) current->dimensions = dimensions;
}

#define DOACROSS(kind, parameter, argument)                                                  \
  bool __real_GOMP_loop_doacross_##kind(unsigned n, long *counts parameter, long *first, long *last) __attribute__((weak)); \
  bool __wrap_GOMP_loop_doacross_##kind(unsigned n, long *counts parameter, long *first, long *last) { \
    begin_doacross(n);                                                                       \
    bool given = __real_GOMP_loop_doacross_##kind(n, counts argument, first, last);          \
    next_piece(given, PC);                                                                   \
    return given;                                                                            \
  }
DOACROSS(dynamic_start, COMMA long chunk, COMMA chunk)
DOACROSS(guided_start, COMMA long chunk, COMMA chunk)
DOACROSS(runtime_start, , )

bool __real_GOMP_loop_doacross_static_start(unsigned n, long *counts, long chunk, long *first, long *last) __attribute__((weak));
bool __wrap_GOMP_loop_doacross_static_start(unsigned n, long *counts, long chunk, long *first, long *last) {
  begin_doacross(n);
  return __real_GOMP_loop_doacross_static_start(n, counts, chunk, first, last);
}

bool __real_GOMP_loop_doacross_start(unsigned n, long *counts, long schedule, long chunk, long *first, long *last,
                                     uintptr_t *reductions, void **memory) __attribute__((weak));
bool __wrap_GOMP_loop_doacross_start(unsigned n, long *counts, long schedule, long chunk, long *first, long *last,
                                     uintptr_t *reductions, void **memory) {
  begin_doacross(n);
  bool given = __real_GOMP_loop_doacross_start(n, counts, schedule, chunk, first, last, reductions, memory);
  next_piece(given, PC);
  return given;
}

/* The number of an iteration among all of the loop, as far as there are parts of an object. */
static uint64_t mix(uint64_t hash, uint64_t word) {
  hash = (hash ^ word) * 0x9E3779B97F4A7C15ull;
  return hash ^ hash >> 29;
}

static uint64_t iteration(uint64_t hash) { return current->team->ordered + 1 + hash % (FP_PARTS - 1); }

void __real_GOMP_doacross_post(long *counts) __attribute__((weak));
void __wrap_GOMP_doacross_post(long *counts) {
  if (current != NULL && current->team != NULL) {
    uint64_t hash = current->barriers;
    for (unsigned i = 0; i < current->dimensions; i++) hash = mix(hash, (uint64_t)counts[i]);
    fp_release(iteration(hash), FP_ORDERED, PC);
  }
  __real_GOMP_doacross_post(counts);
}

/* The real one takes so many arguments as the loop has dimensions; those that are not there are not looked at. */
#define MOST_DIMENSIONS 8
void __real_GOMP_doacross_wait(long first, ...) __attribute__((weak));
void __wrap_GOMP_doacross_wait(long first, ...) {
  unsigned dimensions = current != NULL ? current->dimensions : 1;
  long at[MOST_DIMENSIONS] = {first};
  va_list rest;
  va_start(rest, first);
  for (unsigned i = 1; i < dimensions && i < MOST_DIMENSIONS; i++) at[i] = va_arg(rest, long);
  va_end(rest);
  __real_GOMP_doacross_wait(at[0], at[1], at[2], at[3], at[4], at[5], at[6], at[7]);
  if (current == NULL || current->team == NULL) return;
  uint64_t hash = current->barriers;
  for (unsigned i = 0; i < dimensions && i < MOST_DIMENSIONS; i++) hash = mix(hash, (uint64_t)at[i]);
  fp_acquire(iteration(hash), FP_ORDERED, PC);
}

/* ---- single with copyprivate: the others wait for the data ---- */

void *__real_GOMP_single_copy_start(void) __attribute__((weak));
void *__wrap_GOMP_single_copy_start(void) {
  arrive(PC);
  void *data = __real_GOMP_single_copy_start();
  if (data != NULL) pass(PC);
  return data;
}

void __real_GOMP_single_copy_end(void *data) __attribute__((weak));
void __wrap_GOMP_single_copy_end(void *data) {
  arrive(PC);
  __real_GOMP_single_copy_end(data);
  pass(PC);
}

/* ---- critical regions, atomic ones that need a lock, and locks ---- */

#define UNNAMED 1 /* an address that no object has */
#define ATOMIC 2
#define ENTERS(name, parameters, arguments, object, construct)       \
  void __real_##name parameters __attribute__((weak));               \
  void __wrap_##name parameters {                                    \
    __real_##name arguments;                                         \
    fp_acquire(fp_word(object), construct, PC);                      \
  }
#define LEAVES(name, parameters, arguments, object, construct)       \
  void __real_##name parameters __attribute__((weak));               \
  void __wrap_##name parameters {                                    \
    fp_release(fp_word(object), construct, PC);                      \
    __real_##name arguments;                                         \
  }
#define TRIES(name, object)                                          \
  int __real_##name(void *lock) __attribute__((weak));               \
  int __wrap_##name(void *lock) {                                    \
    int taken = __real_##name(lock);                                 \
    if (taken) fp_acquire(fp_word(object), FP_LOCK, PC);             \
    return taken;                                                    \
  }
ENTERS(GOMP_critical_start, (void), (), UNNAMED, FP_CRITICAL)
LEAVES(GOMP_critical_end, (void), (), UNNAMED, FP_CRITICAL)
ENTERS(GOMP_critical_name_start, (void **name), (name), name, FP_CRITICAL)
LEAVES(GOMP_critical_name_end, (void **name), (name), name, FP_CRITICAL)
ENTERS(GOMP_atomic_start, (void), (), ATOMIC, FP_CRITICAL)
LEAVES(GOMP_atomic_end, (void), (), ATOMIC, FP_CRITICAL)
#define LOCKS(suffix)                                                \
  ENTERS(omp_set_lock##suffix, (void *lock), (lock), lock, FP_LOCK)  \
  LEAVES(omp_unset_lock##suffix, (void *lock), (lock), lock, FP_LOCK) \
  TRIES(omp_test_lock##suffix, lock)                                 \
  ENTERS(omp_set_nest_lock##suffix, (void *lock), (lock), lock, FP_LOCK) \
  LEAVES(omp_unset_nest_lock##suffix, (void *lock), (lock), lock, FP_LOCK) \
  TRIES(omp_test_nest_lock##suffix, lock)
LOCKS()
LOCKS(_)

/* ---- tasks ---- */

#define MOST_DEPENDENCES 64

/*
 * What a task takes with it, in front of its own data: libgomp copies both, once for each task, and hands the copy to the
 * function. It finds the reductions of a loop in the third word of the data, and puts a loop's first and last
 * iteration, or the handle of an event, into the first ones.
 */
struct parcel {
  uintptr_t first, last, reductions;
  size_t own; /* bytes in front of the task's data */
  size_t bytes;
  void (*function)(void *);
  void (*copy)(void *, void *);
  unsigned received; /* so many of the first words belong to the data */
  struct team *team;
  uint64_t object, parent_object, group;
  uint32_t strand;
  unsigned barriers;
  unsigned acquires, ends;
  uint64_t acquired[2 * MOST_DEPENDENCES];
  uint64_t ended[MOST_DEPENDENCES];
};

#define LATEST_WRITERS 0x77726974u
#define LATEST_READERS 0x72656164u

static uint64_t dependence(uint64_t siblings, uint64_t address, uint64_t kind) {
  return 1ull << 62 | mix(mix(mix(0, siblings), address), kind) >> 2;
}

/*
 * The list of dependences: either count, writers, then addresses, those of writers first; or 0, count, writers, mutual ones,
 * readers, then addresses in this order, and at last handles that hold an address and a kind each.
 */
static void add_dependences(struct parcel *parcel, void **depend) {
  size_t count = (uintptr_t)depend[0], writers = (uintptr_t)depend[1];
  void **at = depend + 2;
  if (count == 0) {
    count = (uintptr_t)depend[1];
    writers = (uintptr_t)depend[2] + (uintptr_t)depend[3]; /* mutual ones are in some order: in the order of this run */
    at = depend + 5;
  }
  for (size_t i = 0; i < count && i < MOST_DEPENDENCES; i++) {
    uint64_t written = dependence(parcel->parent_object, fp_word(at[i]), LATEST_WRITERS);
    uint64_t read = dependence(parcel->parent_object, fp_word(at[i]), LATEST_READERS);
    parcel->acquired[parcel->acquires++] = written;
    if (i < writers) parcel->acquired[parcel->acquires++] = read;
    parcel->ended[parcel->ends++] = i < writers ? written : read;
  }
}

static void in_task(void *argument) {
  struct parcel *parcel = argument;
  char *data = (char *)argument + parcel->own;
  __real_memcpy(data, parcel, parcel->received * sizeof(uintptr_t));
  struct task task = {.team = parcel->team, .object = parcel->object, .group = parcel->group, .barriers = parcel->barriers, .frame = HERE};
  struct task *before = current;
  struct fp_strand_before outside = fp_become(parcel->strand, HERE);
  current = &task;
  for (unsigned i = 0; i < parcel->acquires; i++) fp_acquire(parcel->acquired[i], FP_DEPEND, NULL);
  uint64_t ends[MOST_DEPENDENCES + 4];
  unsigned count = 0;
  for (; count < parcel->ends; count++) ends[count] = parcel->ended[count];
  ends[count++] = parcel->parent_object;
  ends[count++] = parcel->object + OWN_END;
  if (parcel->group != 0) ends[count++] = parcel->group;
  if (parcel->team != NULL) ends[count++] = barrier(parcel->team, parcel->barriers);
  parcel->function(data);
  current = before;
  fp_end_strand(&outside, FP_TASK, ends, count);
}

/* Called once for each task, by the thread that creates it. */
static void copy_parcel(void *to, void *from) {
  struct parcel *parcel = from;
  __real_memcpy(to, from, parcel->own);
  if (parcel->copy != NULL) parcel->copy((char *)to + parcel->own, (char *)from + parcel->own);
  else __real_memcpy((char *)to + parcel->own, (char *)from + parcel->own, parcel->bytes);
  parcel = to;
  if (parcel->object == 0) parcel->object = fp_new_object();
  parcel->strand = fp_fork(fp_strand, FP_TASK, NULL);
  fp_fresh((char *)to + parcel->own, parcel->bytes);
}

/* A task outside of any region may create tasks, too: its children need somebody to tell of their end. */
static struct task *creator(void) {
  static __thread struct task initial;
  if (current == NULL) {
    if (initial.object == 0) initial.object = fp_new_object();
    current = &initial;
  }
  return current;
}

static size_t room_of_parcel(size_t alignment) { return (sizeof(struct parcel) + alignment - 1) / alignment * alignment; }

static void fill(struct parcel *parcel, size_t own, void (*function)(void *), const void *data, void (*copy)(void *, void *),
                 size_t bytes, unsigned received) {
  struct task *task = creator();
  *parcel = (struct parcel){.own = own, .bytes = bytes, .function = function, .copy = copy, .received = received,
                            .team = task->team, .parent_object = task->object, .group = task->group, .barriers = task->barriers};
  __real_memcpy((char *)parcel + own, data, bytes);
}

/* Of libgomp's flags. */
#define WITH_DEPENDENCES 0x8u
#define WITH_IF 0x400u
#define WITHOUT_GROUP 0x800u
#define WITH_EVENT 0x2000u

typedef void task_function(void *);
typedef void task_copy(void *, void *);

/* The parcel and the data behind it, on the stack of the caller. */
#define PARCEL(received_words)                                                                       \
  size_t least = alignment < 16 ? 16 : (size_t)alignment;                                    \
  size_t own = room_of_parcel(least);                                                        \
  char room[own + (size_t)bytes + least];                                                    \
  struct parcel *parcel = (struct parcel *)(((uintptr_t)room + least - 1) / least * least);  \
  fill(parcel, own, function, data, copy, (size_t)bytes, received_words)

void __real_GOMP_task(task_function *function, void *data, task_copy *copy, long bytes, long alignment, bool deferred, unsigned flags,
                      void **depend, int priority, void *detach) __attribute__((weak));
void __wrap_GOMP_task(task_function *function, void *data, task_copy *copy, long bytes, long alignment, bool deferred, unsigned flags,
                      void **depend, int priority, void *detach) {
  PARCEL(flags & WITH_EVENT ? 1 : 0);
  uint64_t object = parcel->object = fp_new_object();
  if (flags & WITH_DEPENDENCES && depend != NULL) add_dependences(parcel, depend);
  /* The creator waits for a task that is executed at once; outside of a region, all are. */
  int at_once = !deferred || current->team == NULL || omp_in_final();
  __real_GOMP_task(in_task, parcel, copy_parcel, (long)(own + (size_t)bytes), (long)least, deferred, flags, depend, priority, detach);
  if (at_once) fp_acquire(object + OWN_END, FP_TASK, PC);
}

static uint64_t begin_group(void) {
  struct task *task = creator();
  uint64_t outer = task->group;
  task->group = fp_new_object();
  return outer;
}

static void end_group(uint64_t outer, const void *pc) {
  fp_acquire(current->group, FP_TASKGROUP, pc);
  current->group = outer;
}

/* Tasks that are executed at once are in the order of the loop. */
#define TASKLOOP(name, prefix, number)                                                       \
  void __real_##name(task_function *function, void *data, task_copy *copy, long bytes, long alignment, unsigned flags, \
                     unsigned long tasks, int priority, number from, number to, number step) __attribute__((weak)); \
  void __wrap_##name(task_function *function, void *data, task_copy *copy, long bytes, long alignment, unsigned flags, \
                     unsigned long tasks, int priority, number from, number to, number step) { \
    uint64_t outer = begin_group();                                                          \
    if (flags & WITHOUT_GROUP) current->group = outer;                                       \
    PARCEL(2);                                                                               \
    parcel->reductions = ((uintptr_t *)data)[2];                                             \
    uint64_t in_order = fp_new_object();                                                     \
    if (!(flags & WITH_IF) || current->team == NULL || omp_in_final()) {                     \
      parcel->acquired[parcel->acquires++] = in_order;                                       \
      parcel->ended[parcel->ends++] = in_order;                                              \
    }                                                                                        \
    __real_##name(in_task, parcel, copy_parcel, (long)(own + (size_t)bytes), (long)least, flags, tasks, priority, from, to, step); \
    if (parcel->ends > 0) fp_acquire(in_order, FP_TASK, PC);                                 \
    if (!(flags & WITHOUT_GROUP)) end_group(outer, PC);                                      \
  }
TASKLOOP(GOMP_taskloop, , long)
TASKLOOP(GOMP_taskloop_ull, , unsigned long long)

void __real_GOMP_taskwait(void) __attribute__((weak));
void __wrap_GOMP_taskwait(void) {
  __real_GOMP_taskwait();
  if (current != NULL) fp_acquire(current->object, FP_TASKWAIT, PC);
}

void __real_GOMP_taskwait_depend(void **depend) __attribute__((weak));
void __wrap_GOMP_taskwait_depend(void **depend) {
  struct parcel waits = {.parent_object = creator()->object};
  add_dependences(&waits, depend);
  __real_GOMP_taskwait_depend(depend);
  for (unsigned i = 0; i < waits.acquires; i++) fp_acquire(waits.acquired[i], FP_TASKWAIT, PC);
}

/* Groups are nested: the outer one is kept until the inner one ends. */
static __thread uint64_t *outer_groups;
static __thread size_t outer_count, outer_room;

void __real_GOMP_taskgroup_start(void) __attribute__((weak));
void __wrap_GOMP_taskgroup_start(void) {
  outer_groups = fp_room(outer_groups, &outer_room, outer_count + 1, sizeof *outer_groups);
  outer_groups[outer_count++] = begin_group();
  __real_GOMP_taskgroup_start();
}

void __real_GOMP_taskgroup_end(void) __attribute__((weak));
void __wrap_GOMP_taskgroup_end(void) {
  __real_GOMP_taskgroup_end();
  if (outer_count > 0) end_group(outer_groups[--outer_count], PC);
}
