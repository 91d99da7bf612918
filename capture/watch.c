/*
 * Watched memory. The page filter is what the compiled-in hooks look at; a page that nothing is watched on costs one load.
 * Behind it, the exact ranges, sorted and disjoint. All of it but the filter is touched only between fp_enter and fp_leave.
 */
#include "fencepost.h"

#include <stdio.h>
#include <stdlib.h>

uint32_t fp_filter[FP_FILTER_SIZE];

struct buffer {
  uintptr_t from, to;
  uint64_t window, request;
  int target;    /* FP_EVERY_TARGET marks the memory of the window itself */
};
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

void fp_watch_buffer(uintptr_t from, uintptr_t to, uint64_t window, int target, uint64_t request) {
  if (to <= from) return;
  buffers = fp_room(buffers, &buffer_room, buffer_count + 1, sizeof *buffers);
  buffers[buffer_count++] = (struct buffer){from, to, window, request, target};
  add_range(from, to);
  count_pages(from, to, 1);
  fp_watch_stack(from);
}

void fp_watch_window(uint64_t window, uintptr_t from, uintptr_t to) {
  fp_watch_buffer(from, to, window, FP_EVERY_TARGET, 0);
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
    if (buffers[i].window == window && buffers[i].target == FP_EVERY_TARGET && buffers[i].from == from) {
      drop(i);
      break;
    }
  sweep();
}

void fp_unwatch_target(uint64_t window, int target) {
  for (size_t i = buffer_count; i-- > 0;)
    if (buffers[i].window == window && buffers[i].target != FP_EVERY_TARGET
        && (target == FP_EVERY_TARGET || buffers[i].target == target)) drop(i);
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
    struct buffer b = suspended[i];
    if (b.request == request) fp_watch_buffer(b.from, b.to, b.window, b.target, request);
  }
}

void fp_forget_request(uint64_t request) {
  for (size_t i = suspended_count; i-- > 0;)
    if (suspended[i].request == request) suspended[i] = suspended[--suspended_count];
}

void fp_unwatch_within(uintptr_t from, uintptr_t to, void (*gone)(uintptr_t, uintptr_t, uintptr_t), uintptr_t pc) {
  for (size_t i = buffer_count; i-- > 0;) {
    uintptr_t first = buffers[i].from > from ? buffers[i].from : from;
    uintptr_t last = buffers[i].to < to ? buffers[i].to : to;
    if (first >= last) continue;
    gone(first, last - first, pc);
    drop(i);
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
