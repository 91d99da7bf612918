/*
 * Delivery. By default a request takes effect when it is posted. With FENCEPOST_TESTBED_DELAY=SEED in the environment it takes
 * effect at a random moment within what the standard allows, so that a program that relies on more is seen to misbehave:
 *
 *  - a write or read may overtake any other; its bytes are read from memory when it is delivered;
 *  - gaspi_wait delivers reads; of a write it only takes a copy of the source, which may arrive later;
 *  - the notification of write_notify, write_list_notify, read_notify and read_list_notify follows the data of its own call;
 *  - gaspi_notify follows all earlier writes and notifications of its queue to its rank.
 *
 * A thread delivers what is due, so that progress depends neither on the target nor on further calls of the origin.
 */
#define _GNU_SOURCE
#include "runtime.h"

#include <stdlib.h>
#include <time.h>

enum { LONGEST_DELAY = 8000000, PERIOD = 100000, MOST_DELAYED = 8192 }; /* nanoseconds, nanoseconds, requests */

struct delayed {
  struct request request;
  char *copy;     /* of the source, once the queue was waited for */
  bool completed; /* locally */
  uint64_t due;
  struct delayed *next;
};

static bool delaying;
static struct delayed *first, **last = &first;
static int delayed_count;
static uint64_t random_state;
static pthread_cond_t something_delayed = PTHREAD_COND_INITIALIZER;

static void carry_out(const struct request *request) {
  if (atomic_load(&request->target->generation) != request->generation) return;
  if (request->cell == NULL) gtb_copy(request->to, request->from, request->size);
  else atomic_store(request->cell, request->value); /* also a release of the data before it */
}

static uint64_t next_random(void) {
  random_state ^= random_state << 13;
  random_state ^= random_state >> 7;
  random_state ^= random_state << 17;
  return random_state * 0x2545f4914f6cdd1d >> 16;
}

/* ---- the list, in the order of posting; with gtb.lock held ---- */

static void unlink_delayed(struct delayed *item) {
  struct delayed **link = &first;
  while (*link != item) link = &(*link)->next;
  *link = item->next;
  if (last == &item->next) last = link;
  delayed_count--;
}

static bool comes_before(const struct request *earlier, const struct request *notification) {
  switch (notification->order) {
    case AFTER_ITS_DATA: return earlier->call == notification->call;
    case AFTER_WRITES:
      return !earlier->read && earlier->queue == notification->queue && earlier->rank == notification->rank;
    default: return false;
  }
}

/* Delivers the request, after those that must come before it. */
static void deliver(struct delayed *item) {
  for (struct delayed *earlier = first; earlier != item;) {
    if (comes_before(&earlier->request, &item->request)) {
      deliver(earlier);
      earlier = first;
    } else {
      earlier = earlier->next;
    }
  }
  unlink_delayed(item);
  carry_out(&item->request);
  free(item->copy);
  free(item);
}

void gtb_deliver_all(void) {
  while (first != NULL) deliver(first);
}

static void deliver_due(void) {
  uint64_t now = gtb_nanoseconds();
  for (struct delayed *item = first; item != NULL;) {
    if (item->due <= now) {
      deliver(item);
      item = first;
    } else {
      item = item->next;
    }
  }
}

static void *deliver_forever(void *unused) {
  (void)unused;
  pthread_mutex_lock(&gtb.lock);
  for (;;) {
    while (first == NULL) pthread_cond_wait(&something_delayed, &gtb.lock);
    deliver_due();
    pthread_mutex_unlock(&gtb.lock);
    nanosleep(&(struct timespec){0, PERIOD}, NULL);
    pthread_mutex_lock(&gtb.lock);
  }
  return NULL;
}

/* ---- what the calls use ---- */

void gtb_delay_start(void) {
  const char *seed = getenv("FENCEPOST_TESTBED_DELAY");
  if (seed == NULL || *seed == '\0' || delaying) return;
  random_state = (strtoull(seed, NULL, 10) + 1) * 0x9e3779b97f4a7c15 ^ (uint64_t)(gtb.rank + 1) * 0xbf58476d1ce4e5b9;
  if (random_state == 0) random_state = 1;
  pthread_t thread;
  delaying = pthread_create(&thread, NULL, deliver_forever, NULL) == 0;
  if (delaying) pthread_detach(thread);
}

void gtb_post(const struct request *request) {
  struct delayed *item = delaying ? calloc(1, sizeof *item) : NULL;
  if (item == NULL) {
    carry_out(request);
    return;
  }
  item->request = *request;
  item->due = gtb_nanoseconds() + next_random() % LONGEST_DELAY;
  *last = item;
  last = &item->next;
  delayed_count++;
  if (next_random() % 4 == 0) deliver(item);
  else if (delayed_count > MOST_DELAYED) deliver(first);
  pthread_cond_signal(&something_delayed);
}

/* After its queue was waited for, a write no longer reads the user's memory. */
static void detach_source(struct delayed *item) {
  struct request *request = &item->request;
  item->completed = true;
  if (request->cell != NULL) return;
  item->copy = next_random() % 4 == 0 ? NULL : malloc(request->size + 1);
  if (item->copy == NULL) {
    deliver(item);
    return;
  }
  gtb_copy(item->copy, request->from, request->size);
  request->from = item->copy;
}

bool gtb_complete(gaspi_queue_id_t queue, gaspi_timeout_t timeout) {
  if (timeout == GASPI_TEST) {
    uint64_t now = gtb_nanoseconds();
    for (struct delayed *item = first; item != NULL; item = item->next)
      if (item->request.queue == queue && !item->completed && item->due > now) return false;
  }
  for (struct delayed *item = first; item != NULL;) {
    struct delayed *next = item->next;
    if (item->request.queue == queue && !item->completed) {
      if (item->request.read && item->request.cell == NULL) deliver(item);
      else detach_source(item);
    }
    item = next;
  }
  return true;
}
