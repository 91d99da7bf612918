/* Values that operations fetch: written down when they are certain to have arrived. */
#include "fencepost.h"

/* Where fetched values come from: many share it. */
struct source {
  uint64_t channel, request;
  fp_reader *read;
  size_t bytes;
  int target;
  uint32_t waiting; /* fetches; if there are none, it is free, and the channel is the next free one */
};
static struct source *sources;
static size_t source_count, source_room;
static uint32_t free_source = UINT32_MAX;

/* A fetch whose result is on its way. There may be very many. */
struct fetch {
  const void *result;
  uint32_t source;
  uint32_t number; /* the lower half */
};
static struct fetch *fetches;
static size_t fetch_count, fetch_room;
static uint64_t numbers;
int fp_time_matters;

uint64_t fp_integer(const void *address, size_t bytes) {
  int64_t eight = 0;
  int32_t four = 0;
  int16_t two = 0;
  switch (bytes) {
    case 1: return (uint64_t)(int64_t) * (const int8_t *)address;
    case 2: __real_memcpy(&two, address, sizeof two); return (uint64_t)(int64_t)two;
    case 4: __real_memcpy(&four, address, sizeof four); return (uint64_t)(int64_t)four;
    case 8: __real_memcpy(&eight, address, sizeof eight); return (uint64_t)eight;
    default: return 0;
  }
}

static uint32_t new_source(void) {
  uint32_t source = free_source;
  if (source != UINT32_MAX) {
    free_source = (uint32_t)sources[source].channel;
    return source;
  }
  sources = fp_room(sources, &source_room, source_count + 1, sizeof *sources);
  return (uint32_t)source_count++;
}

static int is_same(const struct source *a, const struct source *b) {
  return a->channel == b->channel && a->request == b->request && a->target == b->target && a->read == b->read
         && a->bytes == b->bytes;
}

/* One of the last used, or a new one. */
static uint32_t source_of(struct source wanted) {
  static uint32_t recent[16];
  uint32_t *last = &recent[wanted.target & 15];
  if (*last >= source_count || sources[*last].waiting == 0 || !is_same(&sources[*last], &wanted)) {
    *last = new_source();
    sources[*last] = wanted;
  }
  return *last;
}

uint64_t fp_await(const void *result, size_t bytes, fp_reader *read, uint64_t channel, int target, uint64_t request) {
  fp_time_matters = 1;
  uint32_t source = source_of((struct source){channel, request, read, bytes, target, 0});
  sources[source].waiting++;
  fetches = fp_room(fetches, &fetch_room, fetch_count + 1, sizeof *fetches);
  fetches[fetch_count++] = (struct fetch){result, source, (uint32_t)++numbers};
  return numbers;
}

static int has_arrived(const struct source *source, uint64_t channel, int target, uint64_t request) {
  if (request != 0) return source->request == request;
  return source->channel == channel && (target == FP_EVERY_TARGET || source->target == target);
}

/* In order of issue: the reader counts on it. */
static void deliver(uint64_t channel, int target, uint64_t request) {
  size_t kept = 0;
  for (size_t i = 0; i < fetch_count; i++) {
    struct fetch fetch = fetches[i];
    struct source *source = &sources[fetch.source];
    if (!has_arrived(source, channel, target, request)) {
      fetches[kept++] = fetch;
      continue;
    }
    uint64_t *record = fp_claim(FP_VALUE, 0, 0, 3);
    record[0] = numbers - (uint32_t)((uint32_t)numbers - fetch.number);
    record[1] = source->read(fetch.result, source->bytes);
    fp_commit();
    if (--source->waiting == 0) {
      source->channel = free_source;
      free_source = fetch.source;
    }
  }
  fetch_count = kept;
}

void fp_deliver(uint64_t channel, int target) { deliver(channel, target, 0); }

void fp_deliver_request(uint64_t request) { deliver(0, 0, request); }
