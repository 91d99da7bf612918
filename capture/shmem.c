/* The part of the OpenSHMEM capture that is written by hand: what memory is symmetric, and what is under way. */
#define _GNU_SOURCE
#include "shmem_hooks.h"

#include <link.h>
#include <stdlib.h>

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
  if (fp_begin(FP_SHMEM, pshmem_my_pe(), pshmem_n_pes(), fp_shmem_constant_count, fp_shmem_constant)) {
    fp_watch_window(GLOBALS, fp_globals_from, fp_globals_to);
    fp_share(GLOBALS, fp_globals_from, fp_globals_to);
  }
}

void fp_shmem_finished(void) { fp_end(FP_SHMEM); }

void fp_shmem_started_without_end(void) {
  if (fp_globals_to == 0) atexit(fp_shmem_finished);
  fp_shmem_started();
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
  fp_share(from, from, from + size); /* with whoever calls shmem_ptr */
  return from;
}

void fp_block_freed(void *block) {
  for (size_t i = block_count; i-- > 0;)
    if (blocks[i].from == (uintptr_t)block) {
      fp_unwatch_from((uintptr_t)block, (uintptr_t)block);
      fp_unshare((uintptr_t)block);
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
  fp_unshare(from);
  fp_share(from, from, to);
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

/* ---- contexts ---- */

void fp_pending_in(shmem_ctx_t ctx, const void *buffer, size_t bytes) {
  fp_watch_buffer((uintptr_t)buffer, (uintptr_t)buffer + bytes, fp_word(ctx), 0, 0);
}

uint64_t fp_fetching_in(shmem_ctx_t ctx, const void *result, size_t bytes) {
  fp_pending_in(ctx, result, bytes);
  return fp_await(result, bytes, fp_integer, fp_word(ctx), 0, 0);
}

void fp_context_completed(shmem_ctx_t ctx) {
  fp_unwatch_target(fp_word(ctx), FP_EVERY_TARGET);
  fp_deliver(fp_word(ctx), FP_EVERY_TARGET);
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
