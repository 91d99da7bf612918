/* The part of the OpenSHMEM capture that is written by hand: what memory is symmetric, and what is under way. */
#define _GNU_SOURCE
#include "shmem_hooks.h"

#include <link.h>
#include <stdlib.h>
#include <time.h>

#define GLOBALS 1 /* no handle and no block has this address */

uintptr_t fp_globals_from, fp_globals_to;

/* ---- start and end ---- */

/* The first object is the program: its writable segments are symmetric (OpenSHMEM 1.5, section 3). */
static int find_globals(struct dl_phdr_info *program, size_t size, void *unused) {
  (void)size, (void)unused;
  fp_globals_from = UINTPTR_MAX;
  for (int i = 0; i < program->dlpi_phnum; i++) {
    const ElfW(Phdr) *header = &program->dlpi_phdr[i];
    if (header->p_type != PT_LOAD || !(header->p_flags & PF_W)) continue;
    uintptr_t from = program->dlpi_addr + header->p_vaddr, to = from + header->p_memsz;
    if (from < fp_globals_from) fp_globals_from = from;
    if (to > fp_globals_to) fp_globals_to = to;
  }
  return 1;
}

void fp_shmem_started(void) {
  if (fp_globals_to != 0) return; /* start_pes may be called again */
  dl_iterate_phdr(find_globals, NULL);
  if (fp_begin(FP_SHMEM, pshmem_my_pe(), pshmem_n_pes(), fp_shmem_constant_count, fp_shmem_constant))
    fp_watch_window(GLOBALS, fp_globals_from, fp_globals_to);
}

void fp_shmem_finished(void) { fp_end(FP_SHMEM); }

void fp_shmem_started_without_end(void) {
  if (fp_globals_to == 0) atexit(fp_shmem_finished);
  fp_shmem_started();
}

void fp_returned(uint64_t *time) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  *time = (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* ---- symmetric memory ---- */

struct block {
  uintptr_t from, to;
};
static struct block *blocks;
static size_t block_count, block_room;

uint64_t fp_symmetric_block(void *block, size_t size) {
  uintptr_t from = (uintptr_t)block;
  if (block == NULL || size == 0) return 0;
  blocks = fp_room(blocks, &block_room, block_count + 1, sizeof *blocks);
  blocks[block_count++] = (struct block){from, from + size};
  fp_watch_window(from, from, from + size);
  return from;
}

void fp_block_freed(void *block) {
  for (size_t i = block_count; i-- > 0;)
    if (blocks[i].from == (uintptr_t)block) {
      fp_unwatch_from((uintptr_t)block, (uintptr_t)block);
      blocks[i] = blocks[--block_count];
      return;
    }
}

uint64_t fp_reallocated(void *old, void *block, size_t size) {
  if (block != NULL || size == 0) fp_block_freed(old); /* else it could not be done, and the old one is still there */
  return fp_symmetric_block(block, size);
}

/* The whole object is mapped, and is watched like one's own. */
uint64_t fp_mapped(const void *symmetric, void *here, int pe) {
  uintptr_t at = (uintptr_t)symmetric;
  struct block object = {fp_globals_from, fp_globals_to};
  if (here == NULL || here == symmetric || pe < 0) return 0;
  for (size_t i = 0; i < block_count; i++)
    if (at >= blocks[i].from && at < blocks[i].to) object = blocks[i];
  if (at < object.from || at >= object.to) return 0;
  uintptr_t from = (uintptr_t)here - (at - object.from), to = from + (object.to - object.from);
  fp_unwatch_from(from, from);
  fp_watch_window(from, from, to);
  return from;
}

int fp_world_pe(fp_team team, int pe) {
#if FP_SHMEM_1_5
  return pshmem_team_translate_pe(team, pe, SHMEM_TEAM_WORLD);
#else
  (void)team;
  return pe;
#endif
}

/* ---- values ---- */

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

struct fetching {
  uint64_t number, context;
  const void *result;
  size_t bytes;
};
static struct fetching *fetching;
static size_t fetching_count, fetching_room;

uint64_t fp_fetching_in(shmem_ctx_t ctx, const void *result, size_t bytes) {
  static uint64_t numbers;
  fp_pending_in(ctx, result, bytes);
  fetching = fp_room(fetching, &fetching_room, fetching_count + 1, sizeof *fetching);
  fetching[fetching_count++] = (struct fetching){++numbers, fp_word(ctx), result, bytes};
  return numbers;
}

/* In order of issue: the reader counts on it. */
static void deliver(uint64_t context) {
  size_t kept = 0;
  for (size_t i = 0; i < fetching_count; i++) {
    struct fetching f = fetching[i];
    if (f.context != context) {
      fetching[kept++] = f;
      continue;
    }
    uint64_t *record = fp_claim(FP_VALUE, 0, 0, 3);
    record[0] = f.number;
    record[1] = fp_integer(f.result, f.bytes);
    fp_commit();
  }
  fetching_count = kept;
}

/* ---- contexts ---- */

void fp_pending_in(shmem_ctx_t ctx, const void *buffer, size_t bytes) {
  fp_watch_buffer((uintptr_t)buffer, (uintptr_t)buffer + bytes, fp_word(ctx), 0, 0);
}

void fp_context_completed(shmem_ctx_t ctx) {
  fp_unwatch_target(fp_word(ctx), FP_EVERY_TARGET);
  deliver(fp_word(ctx));
}

struct context {
  shmem_ctx_t handle;
  fp_team team;
};
static struct context *contexts;
static size_t context_count, context_room;

void fp_context(shmem_ctx_t ctx, fp_team team) {
  contexts = fp_room(contexts, &context_room, context_count + 1, sizeof *contexts);
  contexts[context_count++] = (struct context){ctx, team};
}

void fp_context_ended(shmem_ctx_t ctx) {
  fp_context_completed(ctx);
  for (size_t i = context_count; i-- > 0;)
    if (contexts[i].handle == ctx) contexts[i] = contexts[--context_count];
}

/* A team takes its contexts with it. What they fetch must have arrived before they are gone. */
void fp_team_ends(fp_team team) {
  for (size_t i = 0; i < context_count; i++)
    if (contexts[i].team == team) pshmem_ctx_quiet(contexts[i].handle);
}

void fp_team_ended(fp_team team) {
  for (size_t i = context_count; i-- > 0;)
    if (contexts[i].team == team) fp_context_ended(contexts[i].handle);
}
