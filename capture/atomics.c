/*
 * Atomic variables, which order strands; and those in memory that several processes of a node have mapped, which order processes.
 *
 * An operation and its record are one step. Among the strands of a process, they are recorded in the order in which they happen.
 * Among processes, steps have numbers: each variable belongs to one of a few sequences, which all processes of the node find in the
 * file `control`; who makes a step holds its sequence, and takes the next number if the step orders something. The reader tells the
 * steps of a sequence by their numbers. A process takes a number and writes the record without letting other threads in between, so
 * every step with a lower number is recorded before anything that waits for this one.
 */
#include "fencepost.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <unistd.h>

/* ---- what is new ---- */

/*
 * Most looks at an atomic variable see nothing new: a thread that spins would fill the ring with them. So releases are counted, for
 * each of a number of groups of variables, and each thread remembers what the count was when it looked at a variable as the strand
 * that it is.
 */
#define GROUPS 512u
static uint64_t releases[GROUPS];

#define REMEMBERED 256u
struct look {
  const volatile void *at;
  uint64_t epoch, releases;
};

static __thread struct look looks[REMEMBERED];
static __thread uint64_t epoch;

static unsigned hash(const volatile void *at) { return (unsigned)((uintptr_t)at ^ (uintptr_t)at >> 32) * 0x9E3779B1u; }
static uint64_t *releases_of(const volatile void *at) { return &releases[hash(at) >> 23]; }
static struct look *look_at(const volatile void *at) { return &looks[hash(at) >> 24]; }

static int is_new(const volatile void *at, uint64_t released) {
  const struct look *last = look_at(at);
  return released != 0 && (last->at != at || last->epoch != epoch || last->releases != released);
}

static int look(const volatile void *at, uint64_t released) {
  if (!is_new(at, released)) return 0;
  *look_at(at) = (struct look){at, epoch, released};
  return 1;
}

/* ---- memory of several processes ---- */

struct part {
  uintptr_t from, to;
  uint64_t window;
};
static struct part *parts;
static size_t part_count, part_room;
uintptr_t fp_shared_from, fp_shared_to;

void fp_share(uint64_t window, uintptr_t from, uintptr_t to) {
  if (to <= from) return;
  parts = fp_room(parts, &part_room, part_count + 1, sizeof *parts);
  parts[part_count++] = (struct part){from, to, window};
  if (fp_shared_to == 0 || from < fp_shared_from) fp_shared_from = from;
  if (to > fp_shared_to) fp_shared_to = to;
}

void fp_unshare(uint64_t window) {
  for (size_t i = part_count; i-- > 0;)
    if (parts[i].window == window) parts[i] = parts[--part_count];
}

static int is_shared(uintptr_t at) {
  for (size_t i = 0; i < part_count; i++)
    if (at >= parts[i].from && at < parts[i].to) return 1;
  return 0;
}

/* The same memory has other addresses in other processes, but the same place in a page. */
static unsigned sequence_of(const volatile void *at) { return (unsigned)((uintptr_t)at / sizeof(uint32_t)) % FP_SEQUENCES; }

static struct fp_sequence *held; /* by the thread that is between fp_enter and fp_leave */
static unsigned step;            /* what it does: enum fp_step */
static const void *place;        /* where it does that */

/* A process that was killed while it held a sequence must not hang the others. */
static void hold_sequence_of(const volatile void *at) {
  static uint64_t self;
  if (self == 0) self = (uint64_t)getpid();
  struct fp_sequence *wanted = fp_sequence(sequence_of(at));
  for (unsigned tries = 1;; tries++) {
    uint64_t holder = 0;
    if (__atomic_compare_exchange_n(&wanted->holder, &holder, self, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) break;
    if (tries % 64 == 0) sched_yield();
    if (tries % 65536 == 0 && kill((pid_t)holder, 0) != 0 && errno == ESRCH
        && __atomic_compare_exchange_n(&wanted->holder, &holder, self, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
      break;
  }
  held = wanted;
  step = 0;
}

static void let_go(const volatile void *at) {
  struct fp_sequence *sequence = held;
  held = NULL;
  if (step & FP_STEP_RELEASES) sequence->releases++;
  uint64_t number = step != 0 ? ++sequence->number : 0;
  __atomic_store_n(&sequence->holder, 0, __ATOMIC_SEQ_CST);
  if (number == 0) return;
  fp_flush_own_accesses();
  if (step & FP_STEP_RELEASES) fp_share_stack();
  uint64_t *record = fp_claim(FP_STEP, step, FP_ATOMIC, 5);
  record[0] = fp_word(place);
  record[1] = fp_node() * FP_SEQUENCES + sequence_of(at);
  record[2] = number;
  record[3] = fp_word(at);
  fp_commit();
}

/* ---- what operations do ---- */

/* A fence makes releases of the relaxed stores behind it, and acquires of the relaxed loads before it. */
#define RELAXED_LOADS 16u
static __thread const volatile void *loads[RELAXED_LOADS];
static __thread unsigned load_count;
static __thread int release_fence;

void fp_forget_atomics(void) {
  epoch++;
  release_fence = 0;
  load_count = 0;
}

static int is_relaxed_load(int order) { return order == __ATOMIC_RELAXED || order == __ATOMIC_RELEASE; }

static void acquire_now(const volatile void *at) {
  uint64_t object = fp_word(at);
  if (held != NULL) step |= look(at, held->releases) ? FP_STEP_ACQUIRES : 0;
  else if (fp_concurrent != 0 && look(at, *releases_of(at))) fp_sync(FP_ACQUIRE, FP_ATOMIC, place, &object, 1);
}

void fp_begin_look(const void *pc) {
  fp_enter();
  place = pc;
}

void fp_begin_atomic(const volatile void *at, const void *pc) {
  fp_begin_look(pc);
  if (is_shared((uintptr_t)at)) hold_sequence_of(at);
}

void fp_end_atomic(const volatile void *at) {
  if (held != NULL) let_go(at);
  fp_leave();
}

/* A release is counted before its sequence is let go: who has seen its value sees that it is held, or the count. */
static int may_be_new(const volatile void *at) {
  const struct fp_sequence *sequence = fp_sequence(sequence_of(at));
  return __atomic_load_n(&sequence->holder, __ATOMIC_SEQ_CST) != 0
         || is_new(at, __atomic_load_n(&sequence->releases, __ATOMIC_SEQ_CST));
}

int fp_end_look(const volatile void *at, int order) {
  if (held == NULL && is_shared((uintptr_t)at) && !is_relaxed_load(order)) {
    if (may_be_new(at)) {
      hold_sequence_of(at);
      return 0;
    }
  } else {
    fp_atomic_load(at, order);
  }
  fp_end_atomic(at);
  return 1;
}

void fp_atomic_load(const volatile void *at, int order) {
  if (is_relaxed_load(order)) loads[load_count++ % RELAXED_LOADS] = at;
  else acquire_now(at);
}

/* A store that is no release ends what earlier ones have told; an update does not. */
void fp_atomic_store(const volatile void *at, int order, int updates) {
  if (updates) fp_set_apart();
  uint64_t object = fp_word(at);
  int tells = release_fence || order == __ATOMIC_RELEASE || order == __ATOMIC_ACQ_REL || order == __ATOMIC_SEQ_CST;
  if (held != NULL) {
    if (tells) step |= updates ? FP_STEP_RELEASES | FP_STEP_UPDATES : FP_STEP_RELEASES;
    else if (!updates && held->releases != 0) step |= FP_STEP_SILENCES;
  } else if (fp_concurrent != 0 && tells) {
    ++*releases_of(at);
    fp_sync(updates ? FP_RELEASE : FP_RENEW, FP_ATOMIC, place, &object, 1);
  } else if (fp_concurrent != 0 && !updates && *releases_of(at) != 0) {
    fp_sync(FP_SILENCE, FP_ATOMIC, place, &object, 1);
  }
}

void fp_fence(int order, const void *pc) {
  if (!fp_recording || fp_inside || (fp_concurrent == 0 && fp_shared_to == 0)) return;
  fp_begin_look(pc);
  if (order != __ATOMIC_ACQUIRE && order != __ATOMIC_RELAXED) release_fence = 1;
  int acquires = order != __ATOMIC_RELEASE && order != __ATOMIC_RELAXED;
  for (unsigned i = 0; acquires && i < load_count && i < RELAXED_LOADS; i++) {
    if (is_shared((uintptr_t)loads[i])) hold_sequence_of(loads[i]);
    acquire_now(loads[i]);
    if (held != NULL) let_go(loads[i]);
  }
  if (acquires) load_count = 0;
  fp_leave();
}
