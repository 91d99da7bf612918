/*
 * Watched memory. The page filter is what the compiled-in hooks look at; a page that nothing is watched on costs one load.
 * Behind it, the exact ranges, sorted and disjoint. All of it but the filter is touched only between fp_enter and fp_leave.
 */
#include "fencepost.h"

#include <stdio.h>
#include <stdlib.h>

uint32_t fp_filter[FP_FILTER_SIZE];

/* A buffer, or neighbouring ones of operations that were issued one after the other: watched until the last is complete. */
struct buffer {
  uintptr_t from, to;
  uint64_t window, request;
  uint64_t targets; /* of its operations: a bit for each of a group of ranks */
  int group;        /* the number of that group; FP_EVERY_TARGET marks the memory of the window itself */
};
#define GROUP 64
#define RECENT 4 /* so many are looked at for a neighbour */

struct range {
  uintptr_t from, to;
};

static struct buffer *buffers;
static size_t buffer_count, buffer_room;

static struct buffer *suspended;
static size_t suspended_count, suspended_room;

static struct range *ranges;
static size_t range_count, range_room;
static size_t stale; /* buffers dropped whose ranges are still there */

/* Pages share entries: of a window that is said to have more pages than there are entries, each counts once. */
static void count_pages(uintptr_t from, uintptr_t to, int by) {
  uintptr_t first = from >> FP_PAGE_SHIFT, last = (to - 1) >> FP_PAGE_SHIFT;
  if (last - first >= FP_FILTER_SIZE) last = first + FP_FILTER_SIZE - 1;
  for (uintptr_t page = first; page <= last; page++)
    fp_filter[page & (FP_FILTER_SIZE - 1)] = fp_filter[page & (FP_FILTER_SIZE - 1)] + (uint32_t)by;
}

/* The first range that ends at or behind the address. */
static size_t first_reaching(uintptr_t address) {
  size_t low = 0, high = range_count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (ranges[middle].to < address) low = middle + 1;
    else high = middle;
  }
  return low;
}

static void add_range(uintptr_t from, uintptr_t to) {
  size_t first = first_reaching(from), last = first;
  while (last < range_count && ranges[last].from <= to) {
    if (ranges[last].from < from) from = ranges[last].from;
    if (ranges[last].to > to) to = ranges[last].to;
    last++;
  }
  if (last - first == 1 && ranges[first].from == from && ranges[first].to == to) return;
  ranges = fp_room(ranges, &range_room, range_count + 1, sizeof *ranges);
  __real_memmove(ranges + first + 1, ranges + last, (range_count - last) * sizeof *ranges);
  ranges[first] = (struct range){from, to};
  range_count += 1 + first - last;
}

uintptr_t fp_last_from, fp_last_to;

static void rebuild(void) {
  range_count = 0;
  fp_last_to = 0;
  for (size_t i = 0; i < buffer_count; i++) add_range(buffers[i].from, buffers[i].to);
  stale = 0;
}

static void watch(struct buffer added) {
  buffers = fp_room(buffers, &buffer_room, buffer_count + 1, sizeof *buffers);
  buffers[buffer_count++] = added;
  add_range(added.from, added.to);
  count_pages(added.from, added.to, 1);
}

static void widen(struct buffer *buffer, uintptr_t from, uintptr_t to) {
  uintptr_t first = buffer->from >> FP_PAGE_SHIFT << FP_PAGE_SHIFT;
  uintptr_t behind = (((buffer->to - 1) >> FP_PAGE_SHIFT) + 1) << FP_PAGE_SHIFT;
  if (from < first) count_pages(from, first, 1);
  if (to > behind) count_pages(behind, to, 1);
  if (from < buffer->from) buffer->from = from;
  if (to > buffer->to) buffer->to = to;
  add_range(from, to);
}

/* Whether there is a neighbour that the buffer can be watched with. */
static int watched_with_neighbour(struct buffer added) {
  if (added.request != 0) return 0;
  for (size_t i = buffer_count; i-- > 0 && i + RECENT >= buffer_count;) {
    struct buffer *b = &buffers[i];
    if (b->window != added.window || b->group != added.group || b->request != 0) continue;
    if (b->from > added.to || b->to < added.from) continue;
    widen(b, added.from, added.to);
    b->targets |= added.targets;
    return 1;
  }
  return 0;
}

static uint64_t bit_of(int target) { return UINT64_C(1) << (target & (GROUP - 1)); }

static int group_of(int target) { return (target - (target & (GROUP - 1))) / GROUP; }

void fp_watch_buffer(uintptr_t from, uintptr_t to, uint64_t window, int target, uint64_t request) {
  struct buffer added = {from, to, window, request, bit_of(target), group_of(target)};
  if (to <= from) return;
  if (!watched_with_neighbour(added)) watch(added);
  fp_watch_stack(from);
}

void fp_watch_window(uint64_t window, uintptr_t from, uintptr_t to) {
  if (to <= from) return;
  watch((struct buffer){from, to, window, 0, 0, FP_EVERY_TARGET});
  fp_watch_stack(from);
}

static void drop(size_t i) {
  count_pages(buffers[i].from, buffers[i].to, -1);
  buffers[i] = buffers[--buffer_count];
  stale++;
}

/* Ranges that are no longer watched only cost time: they are swept out when they are as many as the others. */
static void sweep(void) {
  if (stale > buffer_count) rebuild();
}

void fp_unwatch_window(uint64_t window) {
  for (size_t i = buffer_count; i-- > 0;)
    if (buffers[i].window == window) drop(i);
  sweep();
}

void fp_unwatch_from(uint64_t window, uintptr_t from) {
  for (size_t i = buffer_count; i-- > 0;)
    if (buffers[i].window == window && buffers[i].group == FP_EVERY_TARGET && buffers[i].from == from) {
      drop(i);
      break;
    }
  sweep();
}

void fp_unwatch_target(uint64_t window, int target) {
  for (size_t i = buffer_count; i-- > 0;) {
    struct buffer *b = &buffers[i];
    if (b->window != window || b->group == FP_EVERY_TARGET) continue;
    if (target == FP_EVERY_TARGET) b->targets = 0;
    else if (b->group == group_of(target)) b->targets &= ~bit_of(target);
    if (b->targets == 0) drop(i);
  }
  sweep();
}

void fp_unwatch_request(uint64_t request) {
  for (size_t i = buffer_count; i-- > 0;)
    if (buffers[i].request == request) drop(i);
  sweep();
}

void fp_suspend_request(uint64_t request) {
  for (size_t i = 0; i < buffer_count; i++) {
    if (buffers[i].request != request) continue;
    suspended = fp_room(suspended, &suspended_room, suspended_count + 1, sizeof *suspended);
    suspended[suspended_count++] = buffers[i];
  }
  fp_unwatch_request(request);
}

void fp_resume_request(uint64_t request) {
  for (size_t i = 0; i < suspended_count; i++) {
    if (suspended[i].request != request) continue;
    watch(suspended[i]);
    fp_watch_stack(suspended[i].from);
  }
}

void fp_forget_request(uint64_t request) {
  for (size_t i = suspended_count; i-- > 0;)
    if (suspended[i].request == request) suspended[i] = suspended[--suspended_count];
}

void fp_unwatch_within(uintptr_t from, uintptr_t to, void (*gone)(uintptr_t, uintptr_t, uintptr_t), uintptr_t pc) {
  for (size_t i = buffer_count; i-- > 0;) {
    struct buffer before = buffers[i], behind = before;
    uintptr_t first = before.from > from ? before.from : from;
    uintptr_t last = before.to < to ? before.to : to;
    if (first >= last) continue;
    gone(first, last - first, pc);
    drop(i);
    before.to = first;
    behind.from = last;
    if (before.from < before.to) watch(before);
    if (behind.from < behind.to) watch(behind);
  }
  sweep();
}

int fp_search_watched(uintptr_t from, uintptr_t to) {
  size_t i = first_reaching(from + 1);
  if (i == range_count || ranges[i].from >= to) return 0;
  fp_last_from = ranges[i].from;
  fp_last_to = ranges[i].to;
  return 1;
}

/*
 * Before a loop that has a version without hooks: whether anything is watched of what it can touch, which is at most so many
 * bodies of planes of rows of accesses. Among strands the answer is yes: another one may begin to use the memory meanwhile. A loop that can be left
 * early may come with a count that reaches around the address space.
 */
static int extend(uintptr_t *from, uintptr_t *to, uintptr_t count, intptr_t stride) {
  uintptr_t length, distance = stride < 0 ? 0 - (uintptr_t)stride : (uintptr_t)stride;
  if (__builtin_mul_overflow(count - 1, distance, &length)) return 0;
  return stride < 0 ? !__builtin_sub_overflow(*from, length, from) : !__builtin_add_overflow(*to, length, to);
}

#define FEW_PAGES 16

static int is_page_watched(uintptr_t page) { return fp_page_watched(page << FP_PAGE_SHIFT); }

int fp_fast_reaches(void *at, uintptr_t size, uintptr_t count, intptr_t stride, uintptr_t rows, intptr_t pitch, uintptr_t planes,
                    intptr_t height, uintptr_t bodies, intptr_t distance) {
  uintptr_t from = (uintptr_t)at, to = from + size;
  if (fp_concurrent != 0 || fp_inside || to < from) return 1;
  if (!extend(&from, &to, count, stride) || !extend(&from, &to, rows, pitch)) return 1;
  if (!extend(&from, &to, planes, height) || !extend(&from, &to, bodies, distance)) return 1;
  uintptr_t page = from >> FP_PAGE_SHIFT, last = (to - 1) >> FP_PAGE_SHIFT;
  if (last - page < FEW_PAGES) {
    while (page <= last && !is_page_watched(page)) page++;
    if (page > last) return 0;
  }
  fp_enter();
  int watched = fp_search_watched(from, to);
  fp_leave();
  return watched;
}

int fp_next_watched(uintptr_t *from, uintptr_t *to) {
  size_t i = first_reaching(*from + 1);
  if (i == range_count) return 0;
  if (ranges[i].from > *from) *from = ranges[i].from;
  *to = ranges[i].to;
  return 1;
}

void *fp_room(void *array, size_t *room, size_t needed, size_t element) {
  if (needed <= *room) return array;
  size_t larger = *room ? 2 * *room : 64;
  while (larger < needed) larger *= 2;
  void *moved = realloc(array, larger * element);
  if (moved == NULL) {
    fprintf(stderr, "fencepost: out of memory\n");
    abort();
  }
  *room = larger;
  return moved;
}
