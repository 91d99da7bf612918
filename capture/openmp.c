#include "openmp.h"

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

#define LATEST_WRITERS 0x77726974u
#define LATEST_READERS 0x72656164u

static uint64_t dependence(uint64_t siblings, uint64_t address, uint64_t kind) {
  return 1ull << 62 | mix(mix(mix(0, siblings), address), kind) >> 2;
}

/* A reader comes after the last writers, a writer after these and the readers since. */
void fp_depend(struct fp_task *task, uint64_t siblings, uint64_t address, int writes) {
  if (task->ends == FP_MOST_DEPENDENCES) return;
  uint64_t written = dependence(siblings, address, LATEST_WRITERS);
  uint64_t read = dependence(siblings, address, LATEST_READERS);
  task->acquired[task->acquires++] = written;
  if (writes) task->acquired[task->acquires++] = read;
  task->ended[task->ends++] = writes ? written : read;
}

/* What the thread interrupts, and goes on with, is in its order, too. */
void fp_begin_task(struct fp_task *task, uintptr_t frame) {
  if (team() != NULL && fp_current_task->knows_thread) fp_release(own(), FP_THREAD, NULL);
  begin(task, frame);
  if (uses_locals) know_thread();
  for (unsigned i = 0; i < task->acquires; i++) fp_acquire(task->acquired[i], FP_DEPEND, NULL);
}

void fp_end_task(struct fp_task *task) {
  uint64_t ends[FP_MOST_DEPENDENCES + 5];
  unsigned count = 0;
  for (; count < task->ends; count++) ends[count] = task->ended[count];
  ends[count++] = task->parent;
  ends[count++] = task->object + FP_OWN_END;
  if (task->group != 0) ends[count++] = task->group;
  if (task->team != NULL) ends[count++] = barrier(task->team, task->barriers);
  if (task->knows_thread) ends[count++] = own();
  fp_current_task = task->before;
  fp_end_strand(&task->outside, FP_TASK, ends, count);
  if (team() != NULL && fp_current_task->knows_thread) fp_acquire(own(), FP_THREAD, NULL);
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
