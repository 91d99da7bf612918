/*
 * Operations on the memory of other PEs. They are done by the one who issues them, directly in the shared memory, so that the
 * target need not take part.
 *
 * With FENCEPOST_TESTBED_DELAY they are done late and in another order, within what the standard allows. Each operation
 * gets a random moment of delivery; those of a context wait in a heap in this order. What a fence separates on the way to the same
 * PE gets moments in that order, and so the whole of the rules is: quiet delivers everything, a thread delivers what is due.
 */
#include "runtime.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define LONGEST_DELAY 2000000u       /* ns, of an operation whose source may be reused */
#define LONGEST_NBI_DELAY 20000000u  /* of one whose source may not */
#define MOST_PENDING 4096            /* operations of a context */
#define MOST_DELAYED_BYTES (64u << 20)

struct shmem_testbed_ctx shmem_testbed_default;
static shmem_ctx_t contexts = SHMEM_CTX_DEFAULT;

struct pending {
  uint64_t due, number;
  struct operation operation;
  size_t bytes;
  char data[]; /* of a source that may be reused */
};

static bool delaying;
static uint64_t random_state, issued;
static size_t delayed_bytes;
static bool *stores_expected;
static pthread_t courier;
static bool courier_ends;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

/* ---- doing it ---- */

#define UPDATE(T)                                                                                       \
  static uint64_t update_##T(T *word, enum update update, T value, T condition) {                       \
    switch (update) {                                                                                   \
      case SET: return __atomic_exchange_n(word, value, __ATOMIC_SEQ_CST);                              \
      case ADD: return __atomic_fetch_add(word, value, __ATOMIC_SEQ_CST);                               \
      case AND: return __atomic_fetch_and(word, value, __ATOMIC_SEQ_CST);                               \
      case OR: return __atomic_fetch_or(word, value, __ATOMIC_SEQ_CST);                                 \
      case XOR: return __atomic_fetch_xor(word, value, __ATOMIC_SEQ_CST);                               \
      case FETCH: return __atomic_load_n(word, __ATOMIC_SEQ_CST);                                       \
      case COMPARE_SWAP:                                                                                \
        __atomic_compare_exchange_n(word, &condition, value, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);    \
        return condition;                                                                               \
    }                                                                                                   \
    return 0;                                                                                           \
  }
UPDATE(uint32_t)
UPDATE(uint64_t)

uint64_t update_word(void *word, size_t size, enum update update, uint64_t value, uint64_t condition) {
  return size == 4 ? update_uint32_t(word, update, (uint32_t)value, (uint32_t)condition)
                   : update_uint64_t(word, update, value, condition);
}

/* A single element is never seen in part: flags are put, too. */
static void copy_element(char *to, const char *from, size_t size) {
#define WHOLE(T)                                                                                        \
  if (size == sizeof(T) && ((uintptr_t)to | (uintptr_t)from) % sizeof(T) == 0) {                        \
    __atomic_store_n((T *)to, __atomic_load_n((const T *)from, __ATOMIC_RELAXED), __ATOMIC_RELEASE);    \
    return;                                                                                             \
  }
  WHOLE(uint64_t)
  WHOLE(uint32_t)
  WHOLE(uint16_t)
  copy(to, from, size);
}

static void perform(const struct operation *o) {
  for (size_t i = 0; i < o->count; i++)
    copy_element(o->to + (ptrdiff_t)i * o->to_stride, o->from + (ptrdiff_t)i * o->from_stride, o->size);
  if (o->word == NULL) return;
  uint64_t old = update_word(o->word, o->word_size, o->update, o->value, o->condition);
  uint32_t half = (uint32_t)old;
  if (o->fetched) copy(o->fetched, o->word_size == 4 ? (void *)&half : (void *)&old, o->word_size);
}

/* ---- waiting for delivery: a binary heap ---- */

static bool earlier(const struct pending *a, const struct pending *b) {
  return a->due != b->due ? a->due < b->due : a->number < b->number;
}

static void push(shmem_ctx_t ctx, struct pending *item) {
  if (ctx->length == ctx->room) {
    ctx->room = ctx->room ? 2 * ctx->room : 64;
    ctx->queue = realloc(ctx->queue, ctx->room * sizeof *ctx->queue);
    if (ctx->queue == NULL) fail("delivery", "out of memory");
  }
  size_t at = ctx->length++;
  for (; at > 0 && earlier(item, ctx->queue[(at - 1) / 2]); at = (at - 1) / 2) ctx->queue[at] = ctx->queue[(at - 1) / 2];
  ctx->queue[at] = item;
}

static struct pending *pop(shmem_ctx_t ctx) {
  struct pending *first = ctx->queue[0], *last = ctx->queue[--ctx->length];
  size_t at = 0;
  for (size_t child; (child = 2 * at + 1) < ctx->length; at = child) {
    if (child + 1 < ctx->length && earlier(ctx->queue[child + 1], ctx->queue[child])) child++;
    if (!earlier(ctx->queue[child], last)) break;
    ctx->queue[at] = ctx->queue[child];
  }
  ctx->queue[at] = last;
  return first;
}

static void deliver_first(shmem_ctx_t ctx) {
  struct pending *item = pop(ctx);
  perform(&item->operation);
  delayed_bytes -= item->bytes;
  free(item);
}

static void deliver_until(shmem_ctx_t ctx, uint64_t time) {
  while (ctx->length > 0 && ctx->queue[0]->due <= time) deliver_first(ctx);
}

/* ---- when ---- */

static uint64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

/* splitmix64 */
static uint64_t random_number(void) {
  uint64_t z = random_state += 0x9E3779B97F4A7C15u;
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
  z = (z ^ z >> 27) * 0x94D049BB133111EBu;
  return z ^ z >> 31;
}

static struct pending *new_pending(const struct operation *operation, enum when when) {
  size_t bytes = when == LATER ? operation->count * operation->size : 0;
  struct pending *item = malloc(sizeof *item + bytes);
  if (item == NULL) fail("delivery", "out of memory");
  item->operation = *operation;
  item->bytes = bytes;
  if (when == LATER) {
    item->operation.from = item->data;
    item->operation.from_stride = (ptrdiff_t)operation->size;
    for (size_t i = 0; i < operation->count; i++)
      copy(item->data + i * operation->size, operation->from + (ptrdiff_t)i * operation->from_stride, operation->size);
  }
  return item;
}

static void delay(shmem_ctx_t ctx, int pe, struct pending *item, enum when when) {
  item->number = issued++;
  item->due = now() + random_number() % (when == LATER ? LONGEST_DELAY : LONGEST_NBI_DELAY);
  if (when != UNORDERED) {
    if (item->due < ctx->floor[pe]) item->due = ctx->floor[pe];
    if (item->due > ctx->latest[pe]) ctx->latest[pe] = item->due;
  }
  delayed_bytes += item->bytes;
  push(ctx, item);
  while (ctx->length > MOST_PENDING || (ctx->length > 1 && delayed_bytes > MOST_DELAYED_BYTES)) deliver_first(ctx);
}

void deliver(shmem_ctx_t ctx, int pe, const struct operation *operation, enum when when) {
  if (!delaying || when == NOW) {
    perform(operation);
    return;
  }
  pthread_mutex_lock(&mutex);
  if (when == NOW_IN_ORDER) {
    deliver_until(ctx, ctx->floor[pe]);
    perform(operation);
  } else {
    delay(ctx, pe, new_pending(operation, when), when);
  }
  pthread_mutex_unlock(&mutex);
}

void expect_stores_to(int pe) {
  if (delaying) stores_expected[pe] = true;
}

/*
 * Order, not completion. Only where the program itself stores into the memory of a PE, its own or through shmem_ptr, order can
 * be had in no other way than by delivering now.
 */
void fence(shmem_ctx_t ctx) {
  if (delaying) {
    pthread_mutex_lock(&mutex);
    for (int pe = 0; pe < n_pes; pe++) {
      ctx->floor[pe] = ctx->latest[pe];
      if (pe == my_pe || stores_expected[pe]) deliver_until(ctx, ctx->floor[pe]);
    }
    pthread_mutex_unlock(&mutex);
  }
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

void quiet(shmem_ctx_t ctx) {
  if (delaying) {
    pthread_mutex_lock(&mutex);
    deliver_until(ctx, UINT64_MAX);
    pthread_mutex_unlock(&mutex);
  }
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

/* ---- contexts ---- */

static void allocate_order(shmem_ctx_t ctx) {
  ctx->latest = calloc((size_t)n_pes, sizeof *ctx->latest);
  ctx->floor = calloc((size_t)n_pes, sizeof *ctx->floor);
  if (ctx->latest == NULL || ctx->floor == NULL) fail("shmem_ctx_create", "out of memory");
}

void open_context(shmem_ctx_t ctx, shmem_team_t team, long options) {
  *ctx = (struct shmem_testbed_ctx){.team = team, .options = options};
  if (delaying) allocate_order(ctx);
  pthread_mutex_lock(&mutex);
  ctx->next = contexts;
  contexts = ctx;
  pthread_mutex_unlock(&mutex);
}

void close_context(shmem_ctx_t ctx) {
  quiet(ctx);
  pthread_mutex_lock(&mutex);
  shmem_ctx_t *link = &contexts;
  while (*link != ctx) link = &(*link)->next;
  *link = ctx->next;
  pthread_mutex_unlock(&mutex);
  free(ctx->latest);
  free(ctx->floor);
  free(ctx->queue);
  free(ctx);
}

void close_contexts_of(shmem_team_t team) {
  for (shmem_ctx_t ctx = contexts, next; ctx != NULL; ctx = next) {
    next = ctx->next;
    if (ctx->team == team) close_context(ctx);
  }
}

/* ---- the thread that brings what is due ---- */

static void *run_courier(void *unused) {
  (void)unused;
  for (bool ends = false; !ends;) {
    nanosleep(&(struct timespec){0, 200000}, NULL);
    pthread_mutex_lock(&mutex);
    for (shmem_ctx_t ctx = contexts; ctx != NULL; ctx = ctx->next) deliver_until(ctx, now());
    ends = courier_ends;
    pthread_mutex_unlock(&mutex);
  }
  return NULL;
}

/* The thread takes no signals: they are the program's. */
static void start_courier(void) {
  sigset_t every, before;
  sigfillset(&every);
  pthread_sigmask(SIG_SETMASK, &every, &before);
  if (pthread_create(&courier, NULL, run_courier, NULL) != 0) fail("shmem_init", "cannot start a thread");
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}

void start_delivery(void) {
  const char *seed = getenv("FENCEPOST_TESTBED_DELAY");
  shmem_testbed_default.team = SHMEM_TEAM_WORLD;
  if (seed == NULL || *seed == 0) return;
  delaying = true;
  random_state = strtoull(seed, NULL, 0) * 1000003u + (uint64_t)my_pe;
  stores_expected = calloc((size_t)n_pes, sizeof *stores_expected);
  if (stores_expected == NULL) fail("shmem_init", "out of memory");
  allocate_order(SHMEM_CTX_DEFAULT);
  start_courier();
}

void stop_delivery(void) {
  for (shmem_ctx_t ctx = contexts; ctx != NULL; ctx = ctx->next) quiet(ctx);
  if (!delaying) return;
  pthread_mutex_lock(&mutex);
  courier_ends = true;
  pthread_mutex_unlock(&mutex);
  pthread_join(courier, NULL);
}

/* ---- the interface ---- */

int pe_in(const char *caller, shmem_ctx_t ctx, int pe) {
  if (ctx == SHMEM_CTX_INVALID) fail(caller, "the context is invalid");
  const struct group *group = &ctx->team->group;
  if (pe < 0 || pe >= group->size)
    fail(caller, "there is no PE %d, they are numbered from 0 to %d", pe, group->size - 1);
  return member(group, pe);
}

API(void, shmem_fence, void) {
  enter(CALLER);
  fence(SHMEM_CTX_DEFAULT);
}

API(void, shmem_quiet, void) {
  enter(CALLER);
  quiet(SHMEM_CTX_DEFAULT);
}

/* Without a valid context there is nothing to order or to complete (1.5, section 9.11). */
API(void, shmem_ctx_fence, shmem_ctx_t ctx) {
  enter(CALLER);
  if (ctx != SHMEM_CTX_INVALID) fence(ctx);
}

API(void, shmem_ctx_quiet, shmem_ctx_t ctx) {
  enter(CALLER);
  if (ctx != SHMEM_CTX_INVALID) quiet(ctx);
}

API(int, shmem_team_create_ctx, shmem_team_t team, long options, shmem_ctx_t *ctx) {
  enter(CALLER);
  *ctx = team == SHMEM_TEAM_INVALID ? SHMEM_CTX_INVALID : malloc(sizeof **ctx);
  if (*ctx == SHMEM_CTX_INVALID) return 1;
  open_context(*ctx, team, options);
  return 0;
}

API(int, shmem_ctx_create, long options, shmem_ctx_t *ctx) {
  enter(CALLER);
  return pshmem_team_create_ctx(SHMEM_TEAM_WORLD, options, ctx);
}

API(int, shmem_ctx_get_team, shmem_ctx_t ctx, shmem_team_t *team) {
  enter(CALLER);
  *team = ctx == SHMEM_CTX_INVALID ? SHMEM_TEAM_INVALID : ctx->team;
  return *team == SHMEM_TEAM_INVALID;
}

API(void, shmem_ctx_destroy, shmem_ctx_t ctx) {
  enter(CALLER);
  if (ctx == SHMEM_CTX_DEFAULT) fail(CALLER, "the default context cannot be destroyed");
  if (ctx != SHMEM_CTX_INVALID) close_context(ctx);
}
