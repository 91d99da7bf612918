/*
 * Local variables end when their function returns, also if an operation on them is pending. Compilers call a hook before each
 * return; it must cost next to nothing. So each thread keeps the lowest stack pointer of a function that can have watched
 * memory in its frame, or above it. Only when such a function returns, its frame is looked at.
 */
#define _GNU_SOURCE
#include "fencepost.h"

#include <pthread.h>
#include <unwind.h>

__thread uintptr_t fp_stack_watched = UINTPTR_MAX;
static __thread uintptr_t lowest, highest; /* the stack of this thread */

static void find_stack(void) {
  pthread_attr_t attributes;
  void *address;
  size_t size;
  lowest = highest = UINTPTR_MAX; /* none, if it cannot be found */
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return;
  if (pthread_attr_getstack(&attributes, &address, &size) == 0) {
    lowest = (uintptr_t)address;
    highest = lowest + size;
  }
  pthread_attr_destroy(&attributes);
}

uintptr_t fp_stack_from(void) {
  if (highest == 0) find_stack();
  return lowest == UINTPTR_MAX ? 0 : lowest;
}

void fp_watch_stack(uintptr_t address) {
  uintptr_t here = (uintptr_t)__builtin_frame_address(0);
  if (highest == 0) find_stack();
  if (address >= here && address < highest && here < fp_stack_watched) fp_stack_watched = here;
}

struct frame {
  uintptr_t stack_pointer, end;
};

/* A frame ends where the stack pointer of its caller is. */
static _Unwind_Reason_Code find_caller(struct _Unwind_Context *context, void *argument) {
  struct frame *frame = argument;
  uintptr_t stack_pointer = _Unwind_GetCFA(context);
  if (stack_pointer <= frame->stack_pointer) return _URC_NO_REASON;
  frame->end = stack_pointer;
  return _URC_END_OF_STACK;
}

void fp_dead_stack(uintptr_t stack_pointer, uintptr_t *from, uintptr_t *to) {
  struct frame frame = {stack_pointer, 0};
  *from = *to = 0;
  fp_stack_watched = UINTPTR_MAX;
  if (highest == 0) find_stack();
  if (stack_pointer >= highest || !fp_watched(lowest, highest)) return;
  _Unwind_Backtrace(find_caller, &frame);
  if (frame.end == 0) return; /* code that cannot be unwound */
  fp_stack_watched = frame.end;
  *from = lowest; /* also functions that were left by an exception */
  *to = frame.end;
}
