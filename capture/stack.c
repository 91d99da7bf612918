/*
 * Local variables end when their function returns, also if an operation on them is pending. Compilers call a hook before each
 * return; it must cost next to nothing. So each thread keeps the lowest stack pointer of a function that can have watched
 * memory in its frame, or above it. Only when such a function returns, its frame is looked at.
 */
#define _GNU_SOURCE
#include "caller.h"
#include "fencepost.h"

#include <link.h>
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

void fp_new_stack(void) {
  fp_own_accesses(); /* a thread that begins has nothing in the common table */
  fp_private_from = fp_stack_from();
  if (fp_private_from != 0) fp_fresh((const void *)lowest, highest - lowest);
}

/* ---- thread-local variables of the program, which is the first module that is told of ---- */

static __thread uintptr_t locals_from, locals_to = 1; /* not known yet */

static int find_locals(struct dl_phdr_info *module, size_t size, void *unused) {
  (void)size, (void)unused;
  for (unsigned i = 0; i < module->dlpi_phnum; i++)
    if (module->dlpi_phdr[i].p_type == PT_TLS && module->dlpi_tls_data != NULL) {
      locals_from = (uintptr_t)module->dlpi_tls_data;
      locals_to = locals_from + module->dlpi_phdr[i].p_memsz;
    }
  return 1;
}

int fp_is_thread_local(uintptr_t address) {
  if (locals_to == 1) {
    locals_to = 0;
    dl_iterate_phdr(find_locals, NULL);
  }
  return address - locals_from < locals_to - locals_from;
}

/* ---- local variables ---- */

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

void fp_left_stack(uintptr_t stack_pointer, uintptr_t *from, uintptr_t *to) {
  *from = *to = 0;
  if (highest == 0) find_stack();
  if (stack_pointer < lowest || stack_pointer >= highest) return;
  if (fp_stack_watched < stack_pointer) fp_stack_watched = stack_pointer;
  *from = lowest;
  *to = stack_pointer;
}

/*
 * ---- the way to a call ----
 *
 * Functions that we compile keep frame pointers: a frame starts with the frame pointer of the caller and the return address.
 * What is not ours may keep something else there, so a frame must lie above the one before it and on this stack.
 */
#define DEEPEST 6
#define PATHS (1u << 14) /* their numbers are places in the table, from 1 on */
#define TRIES 8
#define NUMBER_SHIFT 48
#define ADDRESS ((UINT64_C(1) << NUMBER_SHIFT) - 1) /* without the signature that some ARM processors add */

static uint64_t paths[PATHS]; /* by what they hash to */

/* A path gets its number, and the record of it comes before all records with this number. */
static uint64_t tell(uint64_t place, uint64_t hash, const uintptr_t *callers, unsigned depth) {
  int inside = fp_inside;
  if (!inside) fp_enter();
  if (paths[place] == 0 && fp_recording) {
    uint64_t *record = fp_claim(FP_PATH, 0, 0, depth + 2);
    record[0] = place + 1;
    for (unsigned i = 0; i < depth; i++) record[1 + i] = callers[i];
    fp_commit();
    __atomic_store_n(&paths[place], hash, __ATOMIC_RELEASE);
  }
  if (!inside) fp_leave();
  return paths[place] == hash ? place + 1 : 0;
}

static uint64_t number_of(uint64_t hash, const uintptr_t *callers, unsigned depth) {
  for (unsigned i = 0; i < TRIES; i++) {
    uint64_t place = (hash + i) & (PATHS - 1);
    uint64_t there = __atomic_load_n(&paths[place], __ATOMIC_ACQUIRE);
    if (there == hash) return place + 1;
    if (there == 0) return tell(place, hash, callers, depth);
  }
  return 0; /* too many of them */
}

static inline int is_frame(uintptr_t at, uintptr_t below) {
  return below >= lowest && at > below && at % sizeof(void *) == 0 && at < highest - 2 * sizeof(void *);
}

/* Products that do not wait for each other: this is done in every call. */
static inline uint64_t part_of_hash(uint64_t caller, unsigned depth) {
  static const uint64_t factors[DEEPEST] = {
      UINT64_C(0x9E3779B97F4A7C15), UINT64_C(0xC2B2AE3D27D4EB4F), UINT64_C(0x165667B19E3779F9),
      UINT64_C(0xD6E8FEB86659FD93), UINT64_C(0xA0761D6478BD642F), UINT64_C(0xE7037ED1A0B428DB)};
  return caller * factors[depth];
}

/*
 * Paths that were looked up last, and what the frames on them held: while they hold it, the path is the same, and so it is if
 * no function was entered since. A loop asks at each access, from several places. The loads of this comparison do not wait for
 * each other as those of a walk do.
 */
__thread unsigned fp_entered;
struct frame_on_path {
  const uintptr_t *at;
  uintptr_t next, caller;
};
struct known_path {
  uintptr_t frame, begins, first_frame;
  uint64_t number;
  unsigned frames, entered;
  struct frame_on_path on_path[DEEPEST + 1];
};
#define KNOWN_PATHS 8 /* places for what 3 bits say */
static __thread struct known_path known_paths[KNOWN_PATHS];

static inline int is_known(struct known_path *path, uintptr_t frame, uintptr_t begins) {
  if (path->frame != frame || path->begins != begins || path->first_frame != fp_first_frame) return 0;
  if (path->entered == fp_entered) return 1;
  uintptr_t different = 0;
  for (unsigned i = 0; i < path->frames; i++) {
    const struct frame_on_path *then = &path->on_path[i];
    different |= (then->at[0] ^ then->next) | (then->at[1] ^ then->caller);
  }
  if (different == 0) path->entered = fp_entered;
  return different == 0;
}

/* The way to a function that has this frame; it begins inside of it with a call if that is not the place itself. */
static uint64_t find_path(struct known_path *path, uintptr_t frame, uintptr_t begins, uintptr_t below) {
  uintptr_t callers[DEEPEST];
  uint64_t hash = 1;
  unsigned depth = 0, frames = 0;
  path->frame = 0;
  if (begins != 0) {
    callers[depth++] = begins;
    hash += part_of_hash(begins, 0);
  }
  for (uintptr_t at = frame; depth < DEEPEST && is_frame(at, below);) {
    const uintptr_t *words = (const uintptr_t *)at;
    path->on_path[frames++] = (struct frame_on_path){words, words[0], words[1]};
    uintptr_t caller = words[1] & ADDRESS;
    if (caller == 0) break;
    if (fp_first_frame != 0 && words[0] >= fp_first_frame) break; /* a thread or task begins with this function */
    hash += part_of_hash(caller, depth);
    callers[depth++] = caller;
    below = at;
    at = words[0];
  }
  uint64_t number = depth == 0 ? 0 : number_of((hash ^ hash >> 32) | 1, callers, depth);
  if (number != 0) {
    path->frame = frame;
    path->begins = begins;
    path->first_frame = fp_first_frame;
    path->number = number;
    path->frames = frames;
    path->entered = fp_entered;
  }
  return number;
}

/* The frame is that of the function which pc is in. */
static inline uintptr_t path_to(uintptr_t pc, uintptr_t return_address, uintptr_t frame, uintptr_t below) {
  uintptr_t begins = pc != return_address ? return_address & ADDRESS : 0;
  struct known_path *path = &known_paths[(uint32_t)begins * 0x9E3779B1u >> 29];
  uint64_t number = is_known(path, frame, begins) ? path->number : find_path(path, frame, begins, below);
  return number == 0 ? pc : (pc & ADDRESS) | number << NUMBER_SHIFT;
}

void *fp_path(void *pc, void *return_address, void *frame) {
  if (!fp_recording || fp_inside) return pc;
  if (highest == 0) find_stack();
  fp_entered++; /* code without hooks at the beginning of functions makes calls, too */
  return (void *)path_to((uintptr_t)pc, (uintptr_t)return_address, *(uintptr_t *)frame, (uintptr_t)frame);
}

uintptr_t fp_path_to_hook(uintptr_t pc, uintptr_t return_address, void *frame) {
  if (highest == 0) find_stack();
  uintptr_t own = (uintptr_t)frame;
  uintptr_t next = *(uintptr_t *)frame;
  if ((((uintptr_t *)own)[1] & ADDRESS) != return_address && is_frame(next, own) && (((uintptr_t *)next)[1] & ADDRESS) == return_address)
    own = next;
  return path_to(pc, return_address, *(uintptr_t *)own, own);
}
