/*
 * OpenMP programs of gcc and gfortran: what they call in libgomp, and what it orders.
 */
#include "openmp.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>

#define PC __builtin_return_address(0)
#define HERE ((uintptr_t)__builtin_frame_address(0))

/* These two are in every library of OpenMP, and make the linker look for one; the rest need not be. */
int omp_get_num_threads(void);
int omp_in_final(void);

static void pass(const void *pc) { fp_leave_barrier((unsigned)omp_get_num_threads(), pc); }

#define BARRIER(type, name, result)                                  \
  type __real_##name(void) __attribute__((weak));                    \
  type __wrap_##name(void) {                                         \
    fp_end_pieces(PC);                                                  \
    fp_arrive(PC);                                                      \
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
    fp_end_pieces(PC);                                                  \
    __real_##name();                                                 \
  }
NO_BARRIER(GOMP_loop_end_nowait)
NO_BARRIER(GOMP_sections_end_nowait)

/* ---- parallel regions ---- */

struct region {
  struct fp_team team;
  void (*function)(void *);
  void *data;
};

static void in_team(void *argument) {
  struct region *region = argument;
  struct fp_task task = {0};
  fp_begin_implicit(&task, &region->team, HERE);
  region->function(region->data);
  fp_end_implicit(&task);
}

#define PARALLEL(name, parameters, arguments)                                                \
  void __real_GOMP_parallel##name(void (*function)(void *), void *data, unsigned threads parameters, unsigned flags) \
      __attribute__((weak));                                                                 \
  void __wrap_GOMP_parallel##name(void (*function)(void *), void *data, unsigned threads parameters, unsigned flags) { \
    struct region region = {.function = function, .data = data};                             \
    fp_begin_team(&region.team);                                                             \
    __real_GOMP_parallel##name(in_team, &region, threads arguments, flags);                  \
    fp_end_team(&region.team, PC);                                                           \
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

/* It finds the reductions through the first word of the data, and puts there what the function needs. */
struct reducing {
  uintptr_t reductions;
  struct region region;
};

static void in_reducing_team(void *argument) {
  struct reducing *own = argument;
  *(uintptr_t *)own->region.data = own->reductions;
  in_team(&own->region);
}

unsigned __wrap_GOMP_parallel_reductions(void (*function)(void *), void *data, unsigned threads, unsigned flags) {
  struct reducing own = {*(uintptr_t *)data, {.function = function, .data = data}};
  fp_begin_team(&own.region.team);
  unsigned count = __real_GOMP_parallel_reductions(in_reducing_team, &own, threads, flags);
  fp_end_team(&own.region.team, PC);
  return count;
}

void __real_GOMP_teams_reg(void (*function)(void *), void *data, unsigned teams, unsigned limit, unsigned flags) __attribute__((weak));
void __wrap_GOMP_teams_reg(void (*function)(void *), void *data, unsigned teams, unsigned limit, unsigned flags) {
  struct region region = {.function = function, .data = data};
  fp_begin_team(&region.team);
  __real_GOMP_teams_reg(in_team, &region, teams, limit, flags);
  fp_end_team(&region.team, PC);
}

/* ---- sections and loops ---- */

#define GIVES(type, name, parameters, arguments)                     \
  type __real_##name parameters __attribute__((weak));               \
  type __wrap_##name parameters {                                    \
    type given = __real_##name arguments;                            \
    fp_next_piece(given != 0, PC);                                      \
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
  fp_enter_ordered(PC);
}

void __real_GOMP_ordered_end(void) __attribute__((weak));
void __wrap_GOMP_ordered_end(void) {
  fp_leave_ordered(PC);
  __real_GOMP_ordered_end();
}

#define DOACROSS(kind, parameter, argument)                                                  \
  bool __real_GOMP_loop_doacross_##kind(unsigned n, long *counts parameter, long *first, long *last) __attribute__((weak)); \
  bool __wrap_GOMP_loop_doacross_##kind(unsigned n, long *counts parameter, long *first, long *last) { \
    fp_task()->dimensions = n;                                                                     \
    bool given = __real_GOMP_loop_doacross_##kind(n, counts argument, first, last);          \
    fp_next_piece(given, PC);                                                                   \
    return given;                                                                            \
  }
DOACROSS(dynamic_start, COMMA long chunk, COMMA chunk)
DOACROSS(guided_start, COMMA long chunk, COMMA chunk)
DOACROSS(runtime_start, , )

bool __real_GOMP_loop_doacross_static_start(unsigned n, long *counts, long chunk, long *first, long *last) __attribute__((weak));
bool __wrap_GOMP_loop_doacross_static_start(unsigned n, long *counts, long chunk, long *first, long *last) {
  fp_task()->dimensions = n;
  return __real_GOMP_loop_doacross_static_start(n, counts, chunk, first, last);
}

bool __real_GOMP_loop_doacross_start(unsigned n, long *counts, long schedule, long chunk, long *first, long *last,
                                     uintptr_t *reductions, void **memory) __attribute__((weak));
bool __wrap_GOMP_loop_doacross_start(unsigned n, long *counts, long schedule, long chunk, long *first, long *last,
                                     uintptr_t *reductions, void **memory) {
  fp_task()->dimensions = n;
  bool given = __real_GOMP_loop_doacross_start(n, counts, schedule, chunk, first, last, reductions, memory);
  fp_next_piece(given, PC);
  return given;
}

void __real_GOMP_doacross_post(long *counts) __attribute__((weak));
void __wrap_GOMP_doacross_post(long *counts) {
  fp_post_iteration(counts, fp_task()->dimensions, PC);
  __real_GOMP_doacross_post(counts);
}

/* The real one takes so many arguments as the loop has dimensions; those that are not there are not looked at. */
#define MOST_DIMENSIONS 8
void __real_GOMP_doacross_wait(long first, ...) __attribute__((weak));
void __wrap_GOMP_doacross_wait(long first, ...) {
  unsigned dimensions = fp_task()->dimensions < MOST_DIMENSIONS ? fp_task()->dimensions : MOST_DIMENSIONS;
  long at[MOST_DIMENSIONS] = {first};
  va_list rest;
  va_start(rest, first);
  for (unsigned i = 1; i < dimensions; i++) at[i] = va_arg(rest, long);
  va_end(rest);
  __real_GOMP_doacross_wait(at[0], at[1], at[2], at[3], at[4], at[5], at[6], at[7]);
  fp_await_iteration(at, dimensions, PC);
}

/* ---- single with copyprivate: the others wait for the data ---- */

void *__real_GOMP_single_copy_start(void) __attribute__((weak));
void *__wrap_GOMP_single_copy_start(void) {
  fp_arrive(PC);
  void *data = __real_GOMP_single_copy_start();
  if (data != NULL) pass(PC);
  return data;
}

void __real_GOMP_single_copy_end(void *data) __attribute__((weak));
void __wrap_GOMP_single_copy_end(void *data) {
  fp_arrive(PC);
  __real_GOMP_single_copy_end(data);
  pass(PC);
}

/* ---- critical regions, and atomic ones that need a lock ---- */

#define ATOMIC 2 /* an address that no object has */
FP_ENTERS(GOMP_critical_start, (void), (), FP_UNNAMED, FP_CRITICAL)
FP_LEAVES(GOMP_critical_end, (void), (), FP_UNNAMED, FP_CRITICAL)
FP_ENTERS(GOMP_critical_name_start, (void **name), (name), name, FP_CRITICAL)
FP_LEAVES(GOMP_critical_name_end, (void **name), (name), name, FP_CRITICAL)
FP_ENTERS(GOMP_atomic_start, (void), (), ATOMIC, FP_CRITICAL)
FP_LEAVES(GOMP_atomic_end, (void), (), ATOMIC, FP_CRITICAL)

/* ---- tasks ---- */

/*
 * What a task takes with it, in front of its own data: libgomp copies both, once for each task, and hands the copy to the
 * function. It finds the reductions of a loop in the third word of the data, and puts a loop's first and last iteration, or the
 * handle of an event, into the first ones.
 */
struct parcel {
  uintptr_t first, last, reductions;
  unsigned received; /* so many of the first words belong to the data */
  size_t own;        /* bytes in front of the task's data */
  size_t bytes;
  void (*function)(void *);
  void (*copy)(void *, void *);
  struct fp_task task;
};

#define EVENT_ALONE 1u /* what is received */
#define LIMITS_OF_LOOP 2u

/* What a depend object consists of (omp_depend_t). */
struct depend_object {
  void *address;
  uintptr_t kind;
};

enum { OBJECT_READS = 1, OBJECT_IN_SET = 5 };

/*
 * The list of dependences: either count, writers, then addresses, those of writers first; or 0, count, writers, mutual ones,
 * readers, then addresses in this order, then depend objects. Mutual ones are in some order: in the order of this run.
 */
static void add_dependences(struct fp_task *task, uint64_t siblings, void **depend) {
  size_t count = (uintptr_t)depend[0], writers = (uintptr_t)depend[1], plain = count;
  void **at = depend + 2;
  if (count == 0) {
    count = (uintptr_t)depend[1];
    writers = (uintptr_t)depend[2] + (uintptr_t)depend[3];
    plain = writers + (uintptr_t)depend[4];
    at = depend + 5;
  }
  for (size_t i = 0; i < plain; i++) fp_depend(task, siblings, fp_word(at[i]), i < writers ? FP_WRITES : FP_READS);
  for (size_t i = plain; i < count; i++) {
    const struct depend_object *object = at[i];
    enum fp_dependence_kind kind = object->kind == OBJECT_READS ? FP_READS : object->kind == OBJECT_IN_SET ? FP_IN_SET : FP_WRITES;
    fp_depend(task, siblings, fp_word(object->address), kind);
  }
}

/* Whoever fulfills an event has its handle alone. */
struct event {
  uintptr_t handle;
  struct fp_task task;
  struct event *next;
};

static struct event *events;

static void add_event(uintptr_t handle, const struct fp_task *task) {
  struct event *event = malloc(sizeof *event);
  *event = (struct event){.handle = handle, .task = *task};
  struct fp_task *copy = &event->task; /* which outlives the task */
  copy->dependences = NULL;
  copy->dependence_room = 0;
  copy->dependences = fp_room(NULL, &copy->dependence_room, task->dependence_count, sizeof *task->dependences);
  for (size_t i = 0; i < task->dependence_count; i++) copy->dependences[i] = task->dependences[i];
  fp_enter();
  event->next = events;
  events = event;
  fp_leave();
}

static struct event *take_event(uintptr_t handle) {
  fp_enter();
  struct event **at = &events;
  while (*at != NULL && (*at)->handle != handle) at = &(*at)->next;
  struct event *event = *at;
  if (event != NULL) *at = event->next;
  fp_leave();
  return event;
}

static void fulfill(uintptr_t handle, const void *pc) {
  struct event *event = take_event(handle);
  if (event == NULL) return;
  fp_fulfill(&event->task, pc);
  fp_forget_dependences(&event->task);
  free(event);
}

#define FULFILLS(name)                                             \
  void __real_##name(uintptr_t handle) __attribute__((weak));      \
  void __wrap_##name(uintptr_t handle) {                           \
    fulfill(handle, PC);                                           \
    __real_##name(handle);                                         \
  }
FULFILLS(omp_fulfill_event)
FULFILLS(omp_fulfill_event_)

static void in_task(void *argument) {
  struct parcel *parcel = argument;
  char *data = (char *)argument + parcel->own;
  __real_memcpy(data, parcel, parcel->received * sizeof(uintptr_t));
  fp_begin_task(&parcel->task, HERE);
  parcel->function(data);
  fp_end_task(&parcel->task);
  fp_forget_dependences(&parcel->task);
}

/*
 * Called once for each task, by the thread that creates it. The copy is new memory: of the heap, or on the stack of the creator
 * if the task is executed at once, where others may have been before.
 */
static void copy_parcel(void *to, void *from) {
  struct parcel *parcel = from;
  fp_fresh((char *)to + parcel->own, parcel->bytes);
  __real_memcpy(to, from, parcel->own);
  if (parcel->copy != NULL) parcel->copy((char *)to + parcel->own, (char *)from + parcel->own);
  else __real_memcpy((char *)to + parcel->own, (char *)from + parcel->own, parcel->bytes);
  uintptr_t handle = parcel->first;
  parcel = to;
  fp_create_task(&parcel->task, NULL);
  if (parcel->received == EVENT_ALONE) add_event(handle, &parcel->task);
}

static size_t room_of_parcel(size_t alignment) { return (sizeof(struct parcel) + alignment - 1) / alignment * alignment; }

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
  *parcel = (struct parcel){.own = own, .bytes = (size_t)bytes, .function = function, .copy = copy, .received = received_words}; \
  __real_memcpy((char *)parcel + own, data, (size_t)bytes)

void __real_GOMP_task(task_function *function, void *data, task_copy *copy, long bytes, long alignment, bool deferred, unsigned flags,
                      void **depend, int priority, void *detach) __attribute__((weak));
void __wrap_GOMP_task(task_function *function, void *data, task_copy *copy, long bytes, long alignment, bool deferred, unsigned flags,
                      void **depend, int priority, void *detach) {
  PARCEL(flags & WITH_EVENT ? EVENT_ALONE : 0);
  uint64_t object = parcel->task.object = fp_new_object();
  if (flags & WITH_DEPENDENCES && depend != NULL) add_dependences(&parcel->task, fp_task()->object, depend);
  /* The creator waits for a task that is executed at once; outside of a region, all are. */
  int at_once = !deferred || fp_task()->team == NULL || omp_in_final();
  __real_GOMP_task(in_task, parcel, copy_parcel, (long)(own + (size_t)bytes), (long)least, deferred, flags, depend, priority, detach);
  if (at_once) fp_acquire(object + FP_OWN_END, FP_TASK, PC);
}

/* Tasks that are executed at once are in the order of the loop. */
#define TASKLOOP(name, number)                                                       \
  void __real_##name(task_function *function, void *data, task_copy *copy, long bytes, long alignment, unsigned flags, \
                     unsigned long tasks, int priority, number from, number to, number step) __attribute__((weak)); \
  void __wrap_##name(task_function *function, void *data, task_copy *copy, long bytes, long alignment, unsigned flags, \
                     unsigned long tasks, int priority, number from, number to, number step) { \
    if (!(flags & WITHOUT_GROUP)) fp_begin_group();                                          \
    PARCEL(LIMITS_OF_LOOP);                                                                  \
    parcel->reductions = ((uintptr_t *)data)[2];                                             \
    if (!(flags & WITH_IF) || fp_task()->team == NULL || omp_in_final()) parcel->task.in_order = fp_new_object(); \
    __real_##name(in_task, parcel, copy_parcel, (long)(own + (size_t)bytes), (long)least, flags, tasks, priority, from, to, step); \
    if (parcel->task.in_order != 0) fp_acquire(parcel->task.in_order, FP_TASK, PC);           \
    if (!(flags & WITHOUT_GROUP)) fp_end_group(PC);                                             \
  }
TASKLOOP(GOMP_taskloop, long)
TASKLOOP(GOMP_taskloop_ull, unsigned long long)

void __real_GOMP_taskwait(void) __attribute__((weak));
void __wrap_GOMP_taskwait(void) {
  __real_GOMP_taskwait();
  fp_waited_for_children(PC);
}

void __real_GOMP_taskwait_depend(void **depend) __attribute__((weak));
void __wrap_GOMP_taskwait_depend(void **depend) {
  struct fp_task waits = {0};
  add_dependences(&waits, fp_task()->object, depend);
  __real_GOMP_taskwait_depend(depend);
  fp_await_dependences(&waits, FP_TASKWAIT, PC);
  fp_forget_dependences(&waits);
}

void __real_GOMP_taskgroup_start(void) __attribute__((weak));
void __wrap_GOMP_taskgroup_start(void) {
  fp_begin_group();
  __real_GOMP_taskgroup_start();
}

void __real_GOMP_taskgroup_end(void) __attribute__((weak));
void __wrap_GOMP_taskgroup_end(void) {
  __real_GOMP_taskgroup_end();
  fp_end_group(PC);
}
