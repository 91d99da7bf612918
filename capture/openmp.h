/* OpenMP, whatever library executes it: teams, tasks, and the pieces of work that threads are given. */
#ifndef FENCEPOST_OPENMP_H
#define FENCEPOST_OPENMP_H

#include "fencepost.h"

/*
 * An implicit task of a parallel region is a strand that was forked from the strand that met the region, which stands still
 * meanwhile. So is an explicit task, forked where it is created, whichever thread executes it. Sections, and the chunks of a
 * loop that threads are given as they come for more, are strands of their own: a thread that executes two of them one after the
 * other might as well not have. They are forked from the thread's task, which goes on after those of its own.
 *
 * A program can keep memory for each thread, and then what one thread executes is in its order: two chunks that use the buffer of
 * their thread never use it at the same time. A strand knows its thread if it has asked for the number of the thread, if it has
 * used a thread-local variable, or if it is a piece of a task that knows, or that was set apart in the region: it has allocated
 * memory, held a lock or updated an atomic variable. Those that know are ordered as their thread executed them; all others are not.
 */
struct fp_team {
  uint64_t object;   /* tells of the end of implicit tasks; its parts: barriers */
  uint64_t ordered;  /* tells of ordered regions; its parts: iterations that others wait for */
  uint32_t parent;   /* the strand that met the region */
  unsigned barriers; /* that all have passed */
};

/* What a task does to an item that it depends on. Members of a set are in no order with each other (OpenMP 5.1, 2.19.11, inoutset). */
enum fp_dependence_kind { FP_WRITES, FP_READS, FP_IN_SET };

struct fp_dependence {
  uint64_t item;
  enum fp_dependence_kind kind;
};

struct fp_task {
  struct fp_team *team; /* NULL outside of parallel regions */
  uint64_t object;      /* tells of the end of its children; its first part: of its own */
  uint64_t parent;      /* the object of the task that created it */
  uint64_t group;       /* the task group it is in, or 0 */
  uint64_t pieces;      /* tells of the end of sections and chunks that it executed */
  uint32_t strand;
  unsigned barriers;    /* that it has passed; an explicit task: those before its creation */
  uintptr_t frame;      /* below it on the stack is what this task alone uses */
  struct fp_strand_before outside, before_piece;
  struct fp_task *before; /* what the thread executed before */
  int in_piece;
  int knows_thread;
  unsigned dimensions;  /* of the loop at hand whose iterations wait for each other */
  unsigned sections, first_section; /* of the construct at hand, if the compiler leads from one to the next */
  const void *leads_on; /* where it does, as far as that is known */
  uint64_t in_order;    /* tells of the tasks of a loop that are executed at once, or 0 */
  struct fp_dependence *dependences;
  size_t dependence_count, dependence_room;
};

extern __thread struct fp_task *fp_current_task;

/* The task at hand; outside of any region there is one, too. */
struct fp_task *fp_task(void);

/* A parallel region begins and ends, for the strand that met it. */
void fp_begin_team(struct fp_team *team);
void fp_end_team(struct fp_team *team, const void *pc);

/* The thread executes an implicit task of the team. */
void fp_begin_implicit(struct fp_task *task, struct fp_team *team, uintptr_t frame);
void fp_end_implicit(struct fp_task *task);

/* Everybody waits for everybody: before it, and after it. */
void fp_arrive(const void *pc);
void fp_leave_barrier(unsigned threads, const void *pc);

/* The thread has been given another piece of work, or there is none left; and it leaves the construct. */
void fp_next_piece(int given, const void *pc);
void fp_end_pieces(const void *pc);

void fp_enter_ordered(const void *pc);
void fp_leave_ordered(const void *pc);
void fp_post_iteration(const long *at, unsigned dimensions, const void *pc);
void fp_await_iteration(const long *at, unsigned dimensions, const void *pc);

/* A task is created by the one at hand; it depends on siblings. */
void fp_create_task(struct fp_task *created, const void *pc);
void fp_depend(struct fp_task *task, uint64_t siblings, uint64_t address, enum fp_dependence_kind kind);
void fp_await_dependences(const struct fp_task *task, enum fp_construct construct, const void *pc);
void fp_forget_dependences(struct fp_task *task);

/* It is executed by this thread, and is over. */
void fp_begin_task(struct fp_task *task, uintptr_t frame);
void fp_end_task(struct fp_task *task);

/* It was created with an event, and this strand fulfills that: whoever comes after the task comes after this, too. */
void fp_fulfill(const struct fp_task *task, const void *pc);

#define FP_OWN_END 1u /* the part of a task's object that tells of its end */

/* Task groups, which are nested. */
void fp_begin_group(void);
void fp_end_group(const void *pc);

void fp_waited_for_children(const void *pc);

/* Wrappers of functions after which a region is entered, or before which it is left, under a lock that an object tells of. */
#define FP_ENTERS(name, parameters, arguments, object, construct)       \
  void __real_##name parameters __attribute__((weak));               \
  void __wrap_##name parameters {                                    \
    __real_##name arguments;                                         \
    fp_acquire(fp_word(object), construct, __builtin_return_address(0));                      \
  }
#define FP_LEAVES(name, parameters, arguments, object, construct)       \
  void __real_##name parameters __attribute__((weak));               \
  void __wrap_##name parameters {                                    \
    fp_release(fp_word(object), construct, __builtin_return_address(0));                      \
    __real_##name arguments;                                         \
  }
#define FP_UNNAMED 1 /* an address that no object has: critical regions without a name */

#endif
