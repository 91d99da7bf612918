/*
 * What the parts of the runtime share. They call each other by the names of this file only: the shmem_* names may belong to a
 * tool, and the MPI_* names too.
 */
#ifndef SHMEM_RUNTIME_H
#define SHMEM_RUNTIME_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#define SHMEM_NO_GENERICS
#include "shmem.h"

#include <stdbool.h>

/* A function of the interface: its profiling name is strong, the name that programs call is a weak alias of it. */
#define API(result, function, ...)                                              \
  extern __typeof__(p##function) function __attribute__((weak, alias("p" #function))); \
  result p##function(__VA_ARGS__)

/* The same call on the default context and on a given one; `call` may use `ctx` and the parameters. */
#define API_BOTH(result, name, parameters, call)                                \
  API(result, shmem_##name, UNPACK parameters) {                                \
    shmem_ctx_t ctx = SHMEM_CTX_DEFAULT;                                        \
    call;                                                                       \
  }                                                                             \
  API(result, shmem_ctx_##name, shmem_ctx_t ctx, UNPACK parameters) { call; }
#define UNPACK(...) __VA_ARGS__

/* The call that the program has made, for messages. */
#define CALLER (__func__ + 1)

/* For the linker, these names have a prefix: programs may have functions and variables that are called the same. */
#define INTERNAL(name) __asm__("shmem_testbed_internal_" #name)

/* ---- runtime.c ---- */

/* Says what is wrong and ends the program on all PEs. */
void fail(const char *caller, const char *format, ...) INTERNAL(fail) __attribute__((noreturn, format(printf, 2, 3)));

/* Every call begins with this: it fails outside shmem_init .. shmem_finalize. */
void enter(const char *caller) INTERNAL(enter);

extern int my_pe INTERNAL(my_pe), n_pes INTERNAL(n_pes);

/* Lets others run for a while; `turns` counts how often in a row. */
void relax(unsigned *turns) INTERNAL(relax);

/* Never through functions of libc: a tool may have redirected those in the whole program, to see what it does with its memory. */
void copy(void *to, const void *from, size_t bytes) INTERNAL(copy);
void clear(void *memory, size_t bytes) INTERNAL(clear);

/* ---- symmetric.c: memory that has a counterpart on every PE ---- */

/* What the PEs write to each other about, in symmetric memory of its own. */
#define MOST_TEAMS 256
struct shared_state {
  long sync[MOST_TEAMS][SHMEM_SYNC_SIZE]; /* the work array of each team */
  uint64_t teams[MOST_TEAMS / 64];        /* which of them this PE uses */
  size_t request[2];                      /* what it has asked the allocator for, in the last two calls */
};
extern struct shared_state *shared INTERNAL(shared);
extern char *heap INTERNAL(heap);
extern size_t heap_size INTERNAL(heap_size);

/* Collective. */
void map_symmetric_memory(size_t bytes_of_heap) INTERNAL(map_symmetric_memory);
void unmap_symmetric_memory(void) INTERNAL(unmap_symmetric_memory);

/* The counterpart of bytes here on another PE, or NULL. `readable`: constants of the program will do, they are the same everywhere. */
void *find_counterpart(const void *here, size_t bytes, int pe, bool readable) INTERNAL(find_counterpart);

/* The same, for a call that cannot go on without. */
void *writable_at(const char *caller, const void *here, size_t bytes, int pe) INTERNAL(writable_at);
const void *readable_at(const char *caller, const void *here, size_t bytes, int pe) INTERNAL(readable_at);

/* ---- delivery.c: operations on memory of other PEs ---- */

enum update { SET, ADD, AND, OR, XOR, COMPARE_SWAP, FETCH };

/* First the bytes are copied, then the word is updated; either may be missing. */
struct operation {
  char *to;
  const char *from;
  ptrdiff_t to_stride, from_stride;
  size_t count, size;
  void *word;
  size_t word_size;
  enum update update;
  uint64_t value, condition;
  void *fetched;
};
enum when {
  NOW,          /* it has been done when the call returns */
  NOW_IN_ORDER, /* the same, and behind what the program has fenced */
  LATER,        /* it may be delivered later, its source may be reused */
  MUCH_LATER,   /* neither source nor result may be touched before quiet */
  UNORDERED     /* the same, and fence has no influence on it */
};

struct pending;
struct shmem_testbed_ctx {
  shmem_team_t team;
  long options;
  struct shmem_testbed_ctx *next;
  struct pending **queue; /* a heap in the order of delivery */
  size_t length, room;
  uint64_t *latest; /* for each PE, when the last operation that was issued will be delivered */
  uint64_t *floor;  /* for each PE, the same at the last fence: what comes later is delivered later */
};

void start_delivery(void) INTERNAL(start_delivery);
void stop_delivery(void) INTERNAL(stop_delivery);
void open_context(shmem_ctx_t ctx, shmem_team_t team, long options) INTERNAL(open_context);
void close_context(shmem_ctx_t ctx) INTERNAL(close_context);
void close_contexts_of(shmem_team_t team) INTERNAL(close_contexts_of);
void deliver(shmem_ctx_t ctx, int pe, const struct operation *operation, enum when when) INTERNAL(deliver);
void fence(shmem_ctx_t ctx) INTERNAL(fence);
void quiet(shmem_ctx_t ctx) INTERNAL(quiet);
uint64_t update_word(void *word, size_t size, enum update update, uint64_t value, uint64_t condition) INTERNAL(update_word);
/* The program holds a pointer to memory of that PE: fence must order stores, too. */
void expect_stores_to(int pe) INTERNAL(expect_stores_to);

/* Its PE in the numbering of all, or failure. */
int pe_in(const char *caller, shmem_ctx_t ctx, int pe) INTERNAL(pe_in);

/* ---- team.c ---- */

/* PEs start, start + stride, ... and a work array that is the same on each. */
struct group {
  int start, stride, size, me;
  long *sync;
};
struct shmem_testbed_team {
  struct group group;
  int id;
  shmem_team_config_t config;
};

void open_predefined_teams(void) INTERNAL(open_predefined_teams);
struct group group_of(const char *caller, shmem_team_t team) INTERNAL(group_of);
struct group active_set(const char *caller, int start, int log_stride, int size, long *sync) INTERNAL(active_set);
static inline int member(const struct group *group, int index) { return group->start + index * group->stride; }

/* Returns when all members have come. */
void synchronise(const struct group *group) INTERNAL(synchronise);

#endif
