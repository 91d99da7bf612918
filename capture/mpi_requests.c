/*
 * Requests that are under way, each with a number of its own. Handles are no such numbers: a library may give operations that
 * are as good as done one and the same (MPICH does). Then the place where the program keeps the handle tells which is meant,
 * and if it was copied elsewhere, the oldest one is.
 */
#include "mpi_hooks.h"

struct request {
  uint64_t handle, number;
  const void *place;
  uint64_t claimed; /* the last search that came to this one */
  int persistent;
};
static struct request *open;
static size_t open_count, open_room;
static uint64_t searches;

/* Where the program has the requests of the present call. */
static __thread const char *places;
static __thread size_t step;

void fp_requests_at(const void *first, size_t size) {
  places = first;
  step = size;
}

static struct request *latest(uint64_t handle) {
  for (size_t i = open_count; i-- > 0;)
    if (open[i].handle == handle) return &open[i];
  return NULL;
}

void fp_request_made(MPI_Request request) {
  static uint64_t namesakes;
  uint64_t handle = fp_word(request), number = handle;
  if (latest(handle) != NULL) number ^= ++namesakes << 32;
  open = fp_room(open, &open_room, open_count + 1, sizeof *open);
  open[open_count++] = (struct request){.handle = handle, .number = number, .place = places};
}

uint64_t fp_request(MPI_Request request) {
  struct request *found = latest(fp_word(request));
  return found == NULL ? fp_word(request) : found->number;
}

void fp_request_persists(MPI_Request request) {
  struct request *found = latest(fp_word(request));
  if (found != NULL) found->persistent = 1;
}

void fp_request_gone(uint64_t number, int even_persistent) {
  for (size_t i = open_count; i-- > 0;) {
    if (open[i].number != number || (open[i].persistent && !even_persistent)) continue;
    open_count--;
    __real_memmove(open + i, open + i + 1, (open_count - i) * sizeof *open);
    return;
  }
}

static uint64_t claim(struct request *found) {
  found->claimed = searches;
  return found->number;
}

static uint64_t kept_at(uint64_t handle, const void *place) {
  for (size_t i = open_count; i-- > 0;)
    if (open[i].handle == handle && open[i].place == place && open[i].claimed != searches) return claim(&open[i]);
  return 0;
}

static uint64_t oldest(uint64_t handle) {
  for (size_t i = 0; i < open_count; i++)
    if (open[i].handle == handle && open[i].claimed != searches) return claim(&open[i]);
  return handle;
}

void fp_request_numbers(size_t count, const MPI_Request *requests, uint64_t *numbers) {
  fp_enter();
  searches++;
  for (size_t i = 0; i < count; i++)
    numbers[i] = requests[i] == MPI_REQUEST_NULL ? 0 : kept_at(fp_word(requests[i]), places + i * step);
  for (size_t i = 0; i < count; i++)
    if (numbers[i] == 0 && requests[i] != MPI_REQUEST_NULL) numbers[i] = oldest(fp_word(requests[i]));
  fp_leave();
}
