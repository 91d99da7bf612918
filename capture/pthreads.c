/*
 * Threads of POSIX, C11 and C++: what orders them. The program's own calls come here by redirection; those that the C++ library
 * makes for it, through three functions that the program exports.
 */
#define _GNU_SOURCE
#include "fencepost.h"

#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <threads.h>
#include <time.h>

#define PC __builtin_return_address(0)
#define HERE ((uintptr_t)__builtin_frame_address(0))

/* ---- their beginning and end ---- */

struct start {
  union {
    void *(*posix)(void *);
    thrd_start_t c11;
  } function;
  void *argument;
  uint32_t strand;
  int rounds; /* of destructors */
  struct fp_strand_before before;
};

int __real_pthread_once(pthread_once_t *control, void (*function)(void));

/* The end of a thread is told under its handle, which is no address of the program's objects. */
static uint64_t end_of(pthread_t thread) { return 1ull << 61 | fp_word(thread); }

/*
 * A thread is over when the destructors of its own variables have run, which are those of C++ and then those of its keys. A
 * destructor that sets its key again is called again, so many times at most: ours comes last.
 */
static pthread_key_t ending;

static void thread_ends(void *argument) {
  struct start *start = argument;
  if (++start->rounds < PTHREAD_DESTRUCTOR_ITERATIONS) {
    pthread_setspecific(ending, start);
    return;
  }
  uint64_t object = end_of(pthread_self());
  fp_end_strand(&start->before, FP_THREAD, &object, 1);
  free(start);
}

static void make_key(void) { pthread_key_create(&ending, thread_ends); }

static void thread_begins(struct start *start, uintptr_t frame) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  __real_pthread_once(&once, make_key);
  pthread_setspecific(ending, start);
  fp_new_stack();
  start->before = fp_become(start->strand, frame);
}

static void *run_posix(void *argument) {
  struct start *start = argument;
  thread_begins(start, HERE);
  return start->function.posix(start->argument);
}

static int run_c11(void *argument) {
  struct start *start = argument;
  thread_begins(start, HERE);
  return start->function.c11(start->argument);
}

static struct start *begin_thread(void *argument, const void *pc) {
  struct start *start = malloc(sizeof *start);
  fp_begin_concurrent();
  *start = (struct start){.argument = argument, .strand = fp_fork(fp_strand, FP_THREAD, pc)};
  return start;
}

/* A thread that was not made leaves a strand without anything in it. */
static void not_begun(struct start *start) {
  fp_end_concurrent();
  free(start);
}

static void joined(pthread_t thread, const void *pc) {
  fp_acquire(end_of(thread), FP_JOIN, pc);
  if (fp_concurrent > 0) fp_end_concurrent();
}

typedef int posix_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);

static int create(posix_create *real, pthread_t *thread, const pthread_attr_t *attributes, void *(*function)(void *), void *argument,
                  const void *pc) {
  struct start *start = begin_thread(argument, pc);
  start->function.posix = function;
  int error = real(thread, attributes, run_posix, start);
  if (error != 0) not_begun(start);
  return error;
}

/* The definition of the C library, also where the program exports one of ours. It is looked up once. */
static void *of_library(void **found, const char *name) {
  void *function = __atomic_load_n(found, __ATOMIC_RELAXED);
  if (function == NULL) {
    function = dlsym(RTLD_NEXT, name);
    __atomic_store_n(found, function, __ATOMIC_RELAXED);
  }
  return function;
}

static void *found_create, *found_join, *found_wait;

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*function)(void *), void *argument) {
  posix_create *real = (posix_create *)of_library(&found_create, "pthread_create");
  return fp_is_program(PC) ? create(real, thread, attributes, function, argument, PC) : real(thread, attributes, function, argument);
}

/*
 * The threads of the C++ library run the program's functions; those of other libraries are none of the program. A function of that
 * library may end with the call, which then returns to the program.
 */
static int is_of_program(const void *pc) {
  Dl_info info, own;
  if (dladdr(pc, &info) == 0 || info.dli_fname == NULL || dladdr((void *)fp_begin_concurrent, &own) == 0) return 0;
  return (info.dli_fbase == own.dli_fbase && fp_is_program(pc)) || strstr(info.dli_fname, "libstdc++") != NULL || strstr(info.dli_fname, "libc++") != NULL;
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*function)(void *), void *argument) {
  posix_create *real = (posix_create *)of_library(&found_create, "pthread_create");
  return is_of_program(PC) ? create(real, thread, attributes, function, argument, PC) : real(thread, attributes, function, argument);
}

typedef int posix_join(pthread_t, void **);

int __wrap_pthread_join(pthread_t thread, void **result) {
  int error = ((posix_join *)of_library(&found_join, "pthread_join"))(thread, result);
  if (error == 0 && fp_is_program(PC)) joined(thread, PC);
  return error;
}

int pthread_join(pthread_t thread, void **result) {
  int error = ((posix_join *)of_library(&found_join, "pthread_join"))(thread, result);
  if (error == 0 && is_of_program(PC)) joined(thread, PC);
  return error;
}

int __real_pthread_tryjoin_np(pthread_t thread, void **result);
int __wrap_pthread_tryjoin_np(pthread_t thread, void **result) {
  int error = __real_pthread_tryjoin_np(thread, result);
  if (error == 0) joined(thread, PC);
  return error;
}

int __real_pthread_timedjoin_np(pthread_t thread, void **result, const struct timespec *until);
int __wrap_pthread_timedjoin_np(pthread_t thread, void **result, const struct timespec *until) {
  int error = __real_pthread_timedjoin_np(thread, result, until);
  if (error == 0) joined(thread, PC);
  return error;
}

int __real_thrd_create(thrd_t *thread, thrd_start_t function, void *argument);
int __wrap_thrd_create(thrd_t *thread, thrd_start_t function, void *argument) {
  struct start *start = begin_thread(argument, PC);
  start->function.c11 = function;
  int error = __real_thrd_create(thread, run_c11, start);
  if (error != thrd_success) not_begun(start);
  return error;
}

int __real_thrd_join(thrd_t thread, int *result);
int __wrap_thrd_join(thrd_t thread, int *result) {
  int error = __real_thrd_join(thread, result);
  if (error == thrd_success) joined((pthread_t)thread, PC);
  return error;
}

/* ---- locks ---- */

#define TAKES(name, parameters, arguments, lock, construct)          \
  int __real_##name parameters;                                      \
  int __wrap_##name parameters {                                     \
    int error = __real_##name arguments;                             \
    if (error == 0 && fp_is_program(PC)) fp_acquire(fp_word(lock), construct, PC); \
    return error;                                                    \
  }
#define GIVES(name, parameters, arguments, lock, construct)          \
  int __real_##name parameters;                                      \
  int __wrap_##name parameters {                                     \
    if (fp_is_program(PC)) fp_release(fp_word(lock), construct, PC); \
    return __real_##name arguments;                                  \
  }
#define UNTIL const struct timespec *until

TAKES(pthread_mutex_lock, (pthread_mutex_t *mutex), (mutex), mutex, FP_MUTEX)
TAKES(pthread_mutex_trylock, (pthread_mutex_t *mutex), (mutex), mutex, FP_MUTEX)
TAKES(pthread_mutex_timedlock, (pthread_mutex_t *mutex, UNTIL), (mutex, until), mutex, FP_MUTEX)
TAKES(pthread_mutex_clocklock, (pthread_mutex_t *mutex, clockid_t clock, UNTIL), (mutex, clock, until), mutex, FP_MUTEX)
GIVES(pthread_mutex_unlock, (pthread_mutex_t *mutex), (mutex), mutex, FP_MUTEX)
TAKES(pthread_spin_lock, (pthread_spinlock_t *lock), (lock), lock, FP_MUTEX)
TAKES(pthread_spin_trylock, (pthread_spinlock_t *lock), (lock), lock, FP_MUTEX)
GIVES(pthread_spin_unlock, (pthread_spinlock_t *lock), (lock), lock, FP_MUTEX)
TAKES(mtx_lock, (mtx_t *mutex), (mutex), mutex, FP_MUTEX)
TAKES(mtx_trylock, (mtx_t *mutex), (mutex), mutex, FP_MUTEX)
TAKES(mtx_timedlock, (mtx_t *mutex, UNTIL), (mutex, until), mutex, FP_MUTEX)
GIVES(mtx_unlock, (mtx_t *mutex), (mutex), mutex, FP_MUTEX)
TAKES(sem_wait, (sem_t *semaphore), (semaphore), semaphore, FP_SEMAPHORE)
TAKES(sem_trywait, (sem_t *semaphore), (semaphore), semaphore, FP_SEMAPHORE)
TAKES(sem_timedwait, (sem_t *semaphore, UNTIL), (semaphore, until), semaphore, FP_SEMAPHORE)
GIVES(sem_post, (sem_t *semaphore), (semaphore), semaphore, FP_SEMAPHORE)

/* A condition is waited for without the lock; who signals it orders nobody but through the lock. */
#define WAITS(name, parameters, arguments, mutex)                    \
  int __real_##name parameters;                                      \
  int __wrap_##name parameters {                                     \
    if (fp_is_program(PC)) fp_release(fp_word(mutex), FP_CONDITION, PC); \
    int error = __real_##name arguments;                             \
    if (fp_is_program(PC)) fp_acquire(fp_word(mutex), FP_CONDITION, PC); \
    return error;                                                    \
  }
WAITS(pthread_cond_timedwait, (pthread_cond_t *condition, pthread_mutex_t *mutex, UNTIL), (condition, mutex, until), mutex)
WAITS(pthread_cond_clockwait, (pthread_cond_t *condition, pthread_mutex_t *mutex, clockid_t clock, UNTIL),
      (condition, mutex, clock, until), mutex)
WAITS(cnd_wait, (cnd_t *condition, mtx_t *mutex), (condition, mutex), mutex)
WAITS(cnd_timedwait, (cnd_t *condition, mtx_t *mutex, UNTIL), (condition, mutex, until), mutex)

typedef int posix_wait(pthread_cond_t *, pthread_mutex_t *);

static int wait_only(pthread_cond_t *condition, pthread_mutex_t *mutex) {
  return ((posix_wait *)of_library(&found_wait, "pthread_cond_wait"))(condition, mutex);
}

static int wait_for(pthread_cond_t *condition, pthread_mutex_t *mutex, const void *pc) {
  fp_release(fp_word(mutex), FP_CONDITION, pc);
  int error = wait_only(condition, mutex);
  fp_acquire(fp_word(mutex), FP_CONDITION, pc);
  return error;
}

int __wrap_pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex) {
  return fp_is_program(PC) ? wait_for(condition, mutex, PC) : wait_only(condition, mutex);
}

int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex) {
  return is_of_program(PC) ? wait_for(condition, mutex, PC) : wait_only(condition, mutex);
}

/* Readers are ordered after writers, and writers after both: a lock has an object for each of the two. */
#define WRITERS(lock) fp_word(lock)
#define READERS(lock) (fp_word(lock) + 1)
#define MOST_WRITTEN 16
static __thread pthread_rwlock_t *written[MOST_WRITTEN]; /* the locks that this thread holds for writing */
static __thread unsigned written_count;

static void wrote(pthread_rwlock_t *lock, const void *pc) {
  if (written_count < MOST_WRITTEN) written[written_count++] = lock;
  fp_acquire(WRITERS(lock), FP_MUTEX, pc);
  fp_acquire(READERS(lock), FP_MUTEX, pc);
}

#define FOR_WRITING(name, parameters, arguments)                     \
  int __real_##name parameters;                                      \
  int __wrap_##name parameters {                                     \
    int error = __real_##name arguments;                             \
    if (error == 0) wrote(lock, PC);                                 \
    return error;                                                    \
  }
FOR_WRITING(pthread_rwlock_wrlock, (pthread_rwlock_t *lock), (lock))
FOR_WRITING(pthread_rwlock_trywrlock, (pthread_rwlock_t *lock), (lock))
FOR_WRITING(pthread_rwlock_timedwrlock, (pthread_rwlock_t *lock, UNTIL), (lock, until))
TAKES(pthread_rwlock_rdlock, (pthread_rwlock_t *lock), (lock), WRITERS(lock), FP_MUTEX)
TAKES(pthread_rwlock_tryrdlock, (pthread_rwlock_t *lock), (lock), WRITERS(lock), FP_MUTEX)
TAKES(pthread_rwlock_timedrdlock, (pthread_rwlock_t *lock, UNTIL), (lock, until), WRITERS(lock), FP_MUTEX)

int __real_pthread_rwlock_unlock(pthread_rwlock_t *lock);
int __wrap_pthread_rwlock_unlock(pthread_rwlock_t *lock) {
  unsigned i = 0;
  while (i < written_count && written[i] != lock) i++;
  fp_release(i < written_count ? WRITERS(lock) : READERS(lock), FP_MUTEX, PC);
  if (i < written_count) written[i] = written[--written_count];
  return __real_pthread_rwlock_unlock(lock);
}

/* ---- barriers, and what is done only once ---- */

/* Each round of a barrier is an object of its own: a fast thread arrives anew before a slow one has left. */
struct barrier {
  pthread_barrier_t *at;
  unsigned threads, arrived;
  uint64_t object;
  struct barrier *next;
};

static struct barrier *barriers;
static pthread_mutex_t barriers_mutex = PTHREAD_MUTEX_INITIALIZER;
int __real_pthread_mutex_lock(pthread_mutex_t *mutex);
int __real_pthread_mutex_unlock(pthread_mutex_t *mutex);

int __real_pthread_barrier_init(pthread_barrier_t *at, const pthread_barrierattr_t *attributes, unsigned threads);
int __wrap_pthread_barrier_init(pthread_barrier_t *at, const pthread_barrierattr_t *attributes, unsigned threads) {
  struct barrier *barrier = malloc(sizeof *barrier);
  __real_pthread_mutex_lock(&barriers_mutex);
  *barrier = (struct barrier){at, threads, 0, fp_new_object(), barriers};
  barriers = barrier; /* in front of one that was at the same place before */
  __real_pthread_mutex_unlock(&barriers_mutex);
  return __real_pthread_barrier_init(at, attributes, threads);
}

int __real_pthread_barrier_wait(pthread_barrier_t *at);
int __wrap_pthread_barrier_wait(pthread_barrier_t *at) {
  uint64_t object = 0;
  unsigned threads = 0;
  __real_pthread_mutex_lock(&barriers_mutex);
  for (struct barrier *barrier = barriers; barrier != NULL; barrier = barrier->next) {
    if (barrier->at != at) continue;
    threads = barrier->threads;
    object = barrier->object + barrier->arrived++ / threads % FP_PARTS;
    break;
  }
  __real_pthread_mutex_unlock(&barriers_mutex);
  if (!fp_is_program(PC)) object = 0;
  if (object != 0) fp_release(object, FP_BARRIER, PC);
  int result = __real_pthread_barrier_wait(at);
  if (object != 0) fp_pass(object, threads, FP_BARRIER, PC);
  return result;
}

static __thread void (*to_do_once)(void);
static __thread void *once_control;

static void do_once(void) {
  uint64_t object = fp_word(once_control);
  to_do_once();
  fp_release(object, FP_ONCE_ONLY, NULL);
}

int __wrap_pthread_once(pthread_once_t *control, void (*function)(void)) {
  to_do_once = function;
  once_control = control;
  int error = __real_pthread_once(control, do_once);
  fp_acquire(fp_word(control), FP_ONCE_ONLY, PC);
  return error;
}

void __real_call_once(once_flag *flag, void (*function)(void));
void __wrap_call_once(once_flag *flag, void (*function)(void)) {
  to_do_once = function;
  once_control = flag;
  __real_call_once(flag, do_once);
  fp_acquire(fp_word(flag), FP_ONCE_ONLY, PC);
}
