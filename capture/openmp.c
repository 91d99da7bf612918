#include "openmp.h"

#include <stdlib.h>

__thread struct fp_task *fp_current_task;

struct fp_task *fp_task(void) {
  static __thread struct fp_task initial;
  if (fp_current_task == NULL) {
    if (initial.object == 0) initial.object = fp_new_object();
    fp_current_task = &initial;
  }
  return fp_current_task;
}

static struct fp_team *team(void) { return fp_current_task == NULL ? NULL : fp_current_task->team; }

static uint64_t barrier(const struct fp_team *team, unsigned number) { return team->object + 1 + number % (FP_PARTS - 1); }

/* ---- strands that know their thread ---- */

static __thread uint64_t own_work; /* tells what strands have done that know this thread */
static __thread int uses_locals;   /* some strand has, so others may */

static uint64_t own(void) {
  if (own_work == 0) own_work = fp_new_object();
  return own_work;
}

static int is_explicit(const struct fp_task *task) { return task->parent != 0; }

static void know_thread(void) {
  struct fp_task *task = fp_current_task;
  if (team() == NULL || task->knows_thread) return;
  task->knows_thread = 1;
  if (task->in_piece || is_explicit(task)) fp_acquire(own(), FP_THREAD, NULL);
}

void fp_use_thread_local(void) {
  uses_locals = 1;
  know_thread();
}

/* Memory, a turn in a critical section, the next value of a counter: the thread of an implicit task can keep what is given by it. */
void fp_set_apart(void) {
  struct fp_task *task = fp_current_task;
  if (team() != NULL && !task->in_piece && !is_explicit(task)) task->knows_thread = 1;
}

int __real_omp_get_thread_num(void) __attribute__((weak));
int __wrap_omp_get_thread_num(void) {
  know_thread();
  return __real_omp_get_thread_num();
}

int __real_omp_get_thread_num_(void) __attribute__((weak));
int __wrap_omp_get_thread_num_(void) {
  know_thread();
  return __real_omp_get_thread_num_();
}

/* ---- parallel regions ---- */

void fp_begin_team(struct fp_team *team) {
  fp_begin_concurrent();
  *team = (struct fp_team){fp_new_object(), fp_new_object(), fp_strand, 0};
}

/* The strand goes on after all implicit tasks, and after the explicit ones that nobody waited for. */
void fp_end_team(struct fp_team *team, const void *pc) {
  fp_acquire(team->object, FP_PARALLEL, pc);
  fp_acquire(barrier(team, team->barriers), FP_PARALLEL, pc);
  fp_end_concurrent();
}

static void begin(struct fp_task *task, uintptr_t frame) {
  task->frame = frame;
  task->before = fp_current_task;
  task->outside = fp_become(task->strand, frame);
  fp_current_task = task;
}

void fp_begin_implicit(struct fp_task *task, struct fp_team *team, uintptr_t frame) {
  task->team = team;
  task->object = fp_new_object();
  task->strand = fp_fork(team->parent, FP_PARALLEL, NULL);
  task->knows_thread = uses_locals;
  begin(task, frame);
}

void fp_end_implicit(struct fp_task *task) {
  fp_end_pieces(NULL);
  fp_current_task = task->before;
  __atomic_store_n(&task->team->barriers, task->barriers, __ATOMIC_RELAXED);
  fp_end_strand(&task->outside, FP_PARALLEL, &task->team->object, 1);
}

void fp_arrive(const void *pc) {
  if (team() != NULL) fp_release(barrier(team(), fp_current_task->barriers), FP_BARRIER, pc);
}

void fp_leave_barrier(unsigned threads, const void *pc) {
  if (team() != NULL) fp_pass(barrier(team(), fp_current_task->barriers++), threads, FP_BARRIER, pc);
}

/* ---- sections and chunks ---- */

static void end_piece(struct fp_task *task) {
  if (!task->in_piece) return;
  task->in_piece = 0;
  const uint64_t ends[] = {task->pieces, own()};
  fp_end_strand(&task->before_piece, FP_WORKSHARE, ends, task->knows_thread ? 2 : 1);
}

void fp_next_piece(int given, const void *pc) {
  struct fp_task *task = fp_current_task;
  if (team() == NULL) return;
  end_piece(task);
  if (!given) return;
  if (task->pieces == 0) task->pieces = fp_new_object();
  task->before_piece = fp_become(fp_fork(fp_strand, FP_WORKSHARE, pc), task->frame);
  task->in_piece = 1;
  if (task->knows_thread) fp_acquire(own(), FP_THREAD, pc);
}

void fp_end_pieces(const void *pc) {
  struct fp_task *task = fp_current_task;
  if (task == NULL || task->pieces == 0) return;
  end_piece(task);
  fp_acquire(task->pieces, FP_WORKSHARE, pc);
}

/* ---- ordered regions, and iterations that wait for others ---- */

void fp_enter_ordered(const void *pc) {
  if (team() != NULL) fp_acquire(team()->ordered, FP_ORDERED, pc);
}

void fp_leave_ordered(const void *pc) {
  if (team() != NULL) fp_release(team()->ordered, FP_ORDERED, pc);
}

static uint64_t mix(uint64_t hash, uint64_t word) {
  hash = (hash ^ word) * 0x9E3779B97F4A7C15ull;
  return hash ^ hash >> 29;
}

static uint64_t iteration(const long *at, unsigned dimensions) {
  uint64_t hash = fp_current_task->barriers;
  for (unsigned i = 0; i < dimensions; i++) hash = mix(hash, (uint64_t)at[i]);
  return team()->ordered + 1 + hash % (FP_PARTS - 1);
}

void fp_post_iteration(const long *at, unsigned dimensions, const void *pc) {
  if (team() != NULL) fp_release(iteration(at, dimensions), FP_ORDERED, pc);
}

void fp_await_iteration(const long *at, unsigned dimensions, const void *pc) {
  if (team() != NULL) fp_acquire(iteration(at, dimensions), FP_ORDERED, pc);
}

/* ---- tasks ---- */

void fp_create_task(struct fp_task *created, const void *pc) {
  struct fp_task *creator = fp_task();
  created->team = creator->team;
  created->parent = creator->object;
  created->group = creator->group;
  created->barriers = creator->barriers;
  if (created->object == 0) created->object = fp_new_object();
  created->strand = fp_fork(fp_strand, FP_TASK, pc);
}

void fp_depend(struct fp_task *task, uint64_t siblings, uint64_t address, enum fp_dependence_kind kind) {
  task->dependences = fp_room(task->dependences, &task->dependence_room, task->dependence_count + 1, sizeof *task->dependences);
  task->dependences[task->dependence_count++] = (struct fp_dependence){mix(mix(0, siblings), address), kind};
}

void fp_forget_dependences(struct fp_task *task) {
  free(task->dependences);
  task->dependences = NULL;
  task->dependence_count = task->dependence_room = 0;
}

/* Tells of the latest tasks that did so to the item. */
static uint64_t latest(uint64_t item, enum fp_dependence_kind kind) { return 1ull << 62 | mix(item, 0x6c617465u + kind) >> 2; }

/* A writer comes after the latest tasks of all kinds, a reader or a member of a set after those of the other kinds. */
void fp_await_dependences(const struct fp_task *task, enum fp_construct construct, const void *pc) {
  for (size_t i = 0; i < task->dependence_count; i++) {
    struct fp_dependence on = task->dependences[i];
    for (enum fp_dependence_kind before = FP_WRITES; before <= FP_IN_SET; before++)
      if (on.kind == FP_WRITES || before != on.kind) fp_acquire(latest(on.item, before), construct, pc);
  }
}

/* What the thread interrupts, and goes on with, is in its order, too. */
void fp_begin_task(struct fp_task *task, uintptr_t frame) {
  if (team() != NULL && fp_current_task->knows_thread) fp_release(own(), FP_THREAD, NULL);
  begin(task, frame);
  if (uses_locals) know_thread();
  if (task->in_order != 0) fp_acquire(task->in_order, FP_DEPEND, NULL);
  fp_await_dependences(task, FP_DEPEND, NULL);
}

/* Those who come after the task acquire one of these. */
#define OTHER_ENDS 5u
static unsigned ends_of(const struct fp_task *task, uint64_t *ends) {
  unsigned count = 0;
  for (; count < task->dependence_count; count++) ends[count] = latest(task->dependences[count].item, task->dependences[count].kind);
  ends[count++] = task->parent;
  ends[count++] = task->object + FP_OWN_END;
  if (task->in_order != 0) ends[count++] = task->in_order;
  if (task->group != 0) ends[count++] = task->group;
  if (task->team != NULL) ends[count++] = barrier(task->team, task->barriers);
  return count;
}

void fp_end_task(struct fp_task *task) {
  uint64_t ends[task->dependence_count + OTHER_ENDS + 1];
  unsigned count = ends_of(task, ends);
  if (task->knows_thread) ends[count++] = own();
  fp_current_task = task->before;
  fp_end_strand(&task->outside, FP_TASK, ends, count);
  if (team() != NULL && fp_current_task->knows_thread) fp_acquire(own(), FP_THREAD, NULL);
}

void fp_fulfill(const struct fp_task *task, const void *pc) {
  uint64_t ends[task->dependence_count + OTHER_ENDS];
  unsigned count = ends_of(task, ends);
  for (unsigned i = 0; i < count; i++) fp_release(ends[i], FP_TASK, pc);
}

/* The groups around the one at hand, of this task and of those that the thread has interrupted. */
static __thread uint64_t *outer_groups;
static __thread size_t outer_count, outer_room;

void fp_begin_group(void) {
  struct fp_task *task = fp_task();
  outer_groups = fp_room(outer_groups, &outer_room, outer_count + 1, sizeof *outer_groups);
  outer_groups[outer_count++] = task->group;
  task->group = fp_new_object();
}

void fp_end_group(const void *pc) {
  if (outer_count == 0) return;
  fp_acquire(fp_task()->group, FP_TASKGROUP, pc);
  fp_task()->group = outer_groups[--outer_count];
}

void fp_waited_for_children(const void *pc) {
  if (fp_current_task != NULL) fp_acquire(fp_current_task->object, FP_TASKWAIT, pc);
}
