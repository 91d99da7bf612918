// What FENCEPOST_TESTBED_DELAY makes visible: with it, programs that rely on more than the standard promises are seen to go wrong
// now and then; without it they never are. What the standard promises holds in any case.
#include "check.h"

#include <string.h>
#include <time.h>

enum { ROUNDS = 200, BATCHES = 50, LENGTH = 8 };

static long data[LENGTH], flag, counter, word;
static uint64_t signal;

static void pause_for(long microseconds) { nanosleep(&(struct timespec){0, microseconds * 1000}, NULL); }

// ---- mistakes: each returns whether something wrong was seen in this round, here or elsewhere ----

// sync does not complete a put.
static int no_quiet(long round) {
  shmem_long_p(&word, round, right);
  shmem_sync_all();
  int wrong = word != round;
  shmem_barrier_all();
  return wrong;
}

// Two puts without a fence may arrive in the other order.
static int no_fence(long round) {
  shmem_long_p(&word, round, right);
  shmem_long_p(&flag, round, right);
  shmem_long_wait_until(&flag, SHMEM_CMP_EQ, round);
  int wrong = word != round;
  shmem_barrier_all();
  return wrong;
}

// The source of a nonblocking put must not be changed before quiet.
static int reused_source(long round) {
  long source = round;
  shmem_long_put_nbi(&word, &source, 1, right);
  source = -1;
  shmem_barrier_all();
  int wrong = word != round;
  shmem_barrier_all();
  return wrong;
}

// Nor is the result of a nonblocking get, or atomic, there before quiet.
static int early_result(long round) {
  long got = -1, fetched = -1;
  word = round;
  shmem_barrier_all();
  shmem_long_get_nbi(&got, &word, 1, right);
  shmem_long_atomic_fetch_nbi(&fetched, &word, right);
  int wrong = got != round || fetched != round;
  shmem_quiet();
  CHECK(got == round && fetched == round);
  shmem_barrier_all();
  return wrong;
}

// A fence orders, it does not complete.
static int fence_for_quiet(long round) {
  shmem_long_p(&word, round, right);
  shmem_fence();
  shmem_sync_all();
  int wrong = word != round;
  shmem_barrier_all();
  return wrong;
}

// A barrier completes the default context only.
static int other_context(long round) {
  static shmem_ctx_t ctx = SHMEM_CTX_INVALID;
  if (ctx == SHMEM_CTX_INVALID) CHECK(shmem_ctx_create(0, &ctx) == 0);
  shmem_ctx_long_p(ctx, &word, round, right);
  shmem_barrier_all();
  int wrong = word != round;
  shmem_ctx_quiet(ctx);
  shmem_barrier_all();
  return wrong;
}

// A signal tells of its own data, not of the put before it.
static int signal_for_another(long round) {
  long more = round;
  shmem_long_p(&word, round, right);
  shmem_long_put_signal(data, &more, 1, &signal, (uint64_t)round, SHMEM_SIGNAL_SET, right);
  shmem_signal_wait_until(&signal, SHMEM_CMP_EQ, (uint64_t)round);
  CHECK(data[0] == round);
  int wrong = word != round;
  shmem_barrier_all();
  return wrong;
}

/* On a machine with much to do, all that is under way may be due when its time comes, and arrive at once: then it is tried again. */
static void expect(const char *name, int (*mistake)(long), int delayed) {
  static long wrong, total;
  total = 0, word = flag = 0;
  signal = 0;
  for (long round = 1, batch = 0; batch == 0 || (delayed && total == 0 && batch < BATCHES); batch++) {
    wrong = 0;
    shmem_barrier_all();
    for (int i = 0; i < ROUNDS; i++) wrong += mistake(round++);
    shmem_long_sum_reduce(SHMEM_TEAM_WORLD, &total, &wrong, 1);
    shmem_barrier_all();
  }
  if ((total > 0) != delayed) {
    fprintf(stderr, "%s: seen %ld times\n", name, total);
    exit(1);
  }
  shmem_barrier_all();
}

// ---- promises ----

// Everything fenced before a flag is there when the flag is: puts, strided and not, nonblocking ones, atomics; also when the flag
// is raised by a fetching atomic, or stored through a pointer.
static void fenced(long round) {
  static long parts[LENGTH], at_once[LENGTH], flag_by_fetch, flag_by_store;
  long source[LENGTH];
  for (int i = 0; i < LENGTH; i++) source[i] = at_once[i] = round;
  shmem_barrier_all();
  shmem_long_put(data, source, LENGTH / 2, right);
  shmem_long_put_nbi(data + LENGTH / 2, source, LENGTH / 2, right);
  shmem_long_iput(parts, source, 2, 1, LENGTH / 2, right);
  shmem_long_atomic_add(&counter, 1, right);
  shmem_fence();
  shmem_long_atomic_set(&flag, round, right);
  CHECK(shmem_long_atomic_swap(&flag_by_fetch, round, right) == round - 1);
  shmem_long_wait_until(&flag_by_fetch, SHMEM_CMP_EQ, round);
  for (int i = 0; i < LENGTH; i++) CHECK(data[i] == round && (i % 2 == 1 || parts[i] == round));
  CHECK(counter == round);
  shmem_long_wait_until(&flag, SHMEM_CMP_EQ, round);
  shmem_barrier_all();
  long *pointer = shmem_ptr(&flag_by_store, right);
  shmem_long_p(&word, -round, right);
  shmem_fence();
  __atomic_store_n(pointer, round, __ATOMIC_RELEASE);
  shmem_long_wait_until(&flag_by_store, SHMEM_CMP_EQ, round);
  CHECK(word == -round);
  shmem_barrier_all();
}

// Atomics of one PE that a fence separates take effect in that order.
static void ordered(void) {
  static long last;
  for (long i = 1; i <= 50; i++) {
    shmem_long_atomic_set(&last, i, right);
    shmem_fence();
  }
  shmem_barrier_all();
  CHECK(last == 50);
}

// What is put arrives, also if the origin never says anything again.
static void progress(void) {
  static long arrived, nbi_arrived;
  static const long one = 1;
  shmem_long_p(&arrived, 1, right);
  shmem_long_put_nbi(&nbi_arrived, &one, 1, right);
  while (__atomic_load_n(&arrived, __ATOMIC_ACQUIRE) == 0 || __atomic_load_n(&nbi_arrived, __ATOMIC_ACQUIRE) == 0) pause_for(100);
}

int main(void) {
  start();
  const char *seed = getenv("FENCEPOST_TESTBED_DELAY");
  int delayed = seed != NULL && *seed != 0;
  expect("no quiet", no_quiet, delayed);
  expect("no fence", no_fence, delayed);
  expect("reused source", reused_source, delayed);
  expect("early result", early_result, delayed);
  expect("signal for another", signal_for_another, delayed);
  expect("other context", other_context, delayed);
  // a fence delivers to the own PE at once, as it orders its stores, too
  expect("fence for quiet", fence_for_quiet, delayed && pes > 1);
  word = 0;
  flag = 0;
  for (long round = 1; round <= ROUNDS / 4; round++) fenced(round);
  ordered();
  progress();
  shmem_finalize();
  return 0;
}
