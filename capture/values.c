/* Values that operations fetch: written down when they are certain to have arrived. */
#include "fencepost.h"

/* A fetch whose result is on its way. */
struct fetch {
  uint64_t number, channel, request;
  const void *result;
  size_t bytes;
  fp_reader *read;
  int target;
};
static struct fetch *fetches;
static size_t fetch_count, fetch_room;

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

uint64_t fp_await(const void *result, size_t bytes, fp_reader *read, uint64_t channel, int target, uint64_t request) {
  static uint64_t numbers;
  fetches = fp_room(fetches, &fetch_room, fetch_count + 1, sizeof *fetches);
  fetches[fetch_count++] = (struct fetch){++numbers, channel, request, result, bytes, read, target};
  return numbers;
}

static int arrived(const struct fetch *fetch, uint64_t channel, int target, uint64_t request) {
  if (request != 0) return fetch->request == request;
  return fetch->channel == channel && (target == FP_EVERY_TARGET || fetch->target == target);
}

/* In order of issue: the reader counts on it. */
static void deliver(uint64_t channel, int target, uint64_t request) {
  size_t kept = 0;
  for (size_t i = 0; i < fetch_count; i++) {
    struct fetch fetch = fetches[i];
    if (!arrived(&fetch, channel, target, request)) {
      fetches[kept++] = fetch;
      continue;
    }
    uint64_t *record = fp_claim(FP_VALUE, 0, 0, 3);
    record[0] = fetch.number;
    record[1] = fetch.read(fetch.result, fetch.bytes);
    fp_commit();
  }
  fetch_count = kept;
}

void fp_deliver(uint64_t channel, int target) { deliver(channel, target, 0); }

void fp_deliver_request(uint64_t request) { deliver(0, 0, request); }
