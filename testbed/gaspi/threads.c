/* The threads of GPI-2. They are no part of GASPI: nothing is profiled. */
#define _GNU_SOURCE
#include "GASPI_Threads.h"
#include "runtime.h"

#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t released = PTHREAD_COND_INITIALIZER;
static gaspi_int total, registered, waiting, rounds;
static __thread gaspi_int number = -1;

static gaspi_int cores(void) { return (gaspi_int)sysconf(_SC_NPROCESSORS_ONLN); }

static gaspi_return_t start(const char *call, gaspi_int threads) {
  if (threads < 1) return gtb_fail(GASPI_ERROR, call, "%d threads: ask for one or more", threads);
  pthread_mutex_lock(&lock);
  total = threads;
  registered = waiting = 0;
  pthread_mutex_unlock(&lock);
  return GASPI_SUCCESS;
}

gaspi_return_t gaspi_threads_init(gaspi_int *num) {
  TRY_POINTER("threads_init", num);
  *num = cores();
  return start("threads_init", *num);
}

gaspi_return_t gaspi_threads_init_user(unsigned int use_nr_threads) { return start("threads_init_user", (gaspi_int)use_nr_threads); }

gaspi_return_t gaspi_threads_term(void) {
  total = registered = 0;
  return GASPI_SUCCESS;
}

gaspi_return_t gaspi_threads_get_tid(gaspi_int *tid) {
  TRY_POINTER("threads_get_tid", tid);
  *tid = number;
  return number < 0 ? gtb_fail(GASPI_ERROR, "threads_get_tid", "the thread has no number: call gaspi_threads_register") : GASPI_SUCCESS;
}

gaspi_return_t gaspi_threads_get_total(gaspi_int *num) {
  TRY_POINTER("threads_get_total", num);
  *num = total;
  return total == 0 ? gtb_fail(GASPI_ERROR, "threads_get_total", "called before gaspi_threads_init") : GASPI_SUCCESS;
}

gaspi_return_t gaspi_threads_get_num_cores(gaspi_int *num) {
  TRY_POINTER("threads_get_num_cores", num);
  *num = cores();
  return GASPI_SUCCESS;
}

gaspi_return_t gaspi_threads_run(void *(*function)(void *), void *arg) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, function, arg) != 0) return gtb_fail(GASPI_ERROR, "threads_run", "no thread could be started");
  pthread_detach(thread);
  return GASPI_SUCCESS;
}

gaspi_return_t gaspi_threads_register(gaspi_int *tid) {
  TRY_POINTER("threads_register", tid);
  pthread_mutex_lock(&lock);
  *tid = number = registered++;
  pthread_mutex_unlock(&lock);
  return *tid < total ? GASPI_SUCCESS : gtb_fail(GASPI_ERROR, "threads_register", "there are %d threads already", total);
}

void gaspi_threads_sync(void) {
  pthread_mutex_lock(&lock);
  gaspi_int round = rounds;
  if (++waiting == total) {
    waiting = 0;
    rounds++;
    pthread_cond_broadcast(&released);
  }
  while (round == rounds) pthread_cond_wait(&released, &lock);
  pthread_mutex_unlock(&lock);
}

/* The first thread stands for the others in the barrier of the group. */
gaspi_return_t gaspi_threads_sync_all(const gaspi_group_t g, const gaspi_timeout_t timeout_ms) {
  static gaspi_return_t outcome;
  gaspi_threads_sync();
  if (number == 0) outcome = gaspi_barrier(g, timeout_ms);
  gaspi_threads_sync();
  return outcome;
}
