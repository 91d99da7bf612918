/*
 * The symmetric heap. Every PE makes the same calls, so each keeps the same list of blocks for itself and comes to the same
 * offsets; that the calls are indeed the same is checked.
 */
#include "runtime.h"

#include <stdlib.h>

#define ALIGNMENT 64

/* Blocks lie side by side in the order of the list and cover the heap. */
struct block {
  size_t offset, size;
  bool used;
  struct block *next;
};
static struct block *blocks;

static struct block *new_block(size_t offset, size_t size, struct block *next) {
  struct block *block = malloc(sizeof *block);
  if (block == NULL) fail("shmem_malloc", "out of memory");
  *block = (struct block){.offset = offset, .size = size, .next = next};
  return block;
}

static void cut(struct block *block, size_t size) {
  if (size == block->size) return;
  block->next = new_block(block->offset + size, block->size - size, block->next);
  block->size = size;
}

static size_t round_up(size_t number, size_t multiple) { return (number + multiple - 1) / multiple * multiple; }

/* First fit. */
static struct block *allocate(size_t alignment, size_t size) {
  if (blocks == NULL) blocks = new_block(0, heap_size, NULL);
  if (alignment < ALIGNMENT) alignment = ALIGNMENT;
  if (size > heap_size) return NULL;
  size = round_up(size, ALIGNMENT);
  for (struct block *block = blocks; block; block = block->next) {
    uintptr_t start = (uintptr_t)heap + block->offset;
    size_t gap = round_up(start, alignment) - start;
    if (block->used || gap > block->size || size > block->size - gap) continue;
    if (gap > 0) {
      cut(block, gap);
      block = block->next;
    }
    cut(block, size);
    block->used = true;
    return block;
  }
  return NULL;
}

static void release(struct block *freed) {
  freed->used = false;
  for (struct block *block = blocks; block->next;) {
    struct block *next = block->next;
    if (block->used || next->used) {
      block = next;
      continue;
    }
    block->size += next->size;
    block->next = next->next;
    free(next);
  }
}

static struct block *block_at(const char *caller, const void *address) {
  for (struct block *block = blocks; block; block = block->next)
    if (block->used && address == heap + block->offset) return block;
  fail(caller, "%p is not allocated: it was freed already, or does not come from shmem_malloc", address);
}

/* A barrier, at which all PEs must ask for the same. */
static void agree(const char *caller, size_t request) {
  static unsigned calls;
  unsigned slot = calls++ % 2; /* a PE that is ahead by one call must not overwrite what others still read */
  shared->request[slot] = request;
  quiet(SHMEM_CTX_DEFAULT);
  synchronise(&SHMEM_TEAM_WORLD->group);
  struct shared_state *first = find_counterpart(shared, sizeof *shared, 0, false);
  if (first->request[slot] != request)
    fail(caller, "all PEs must make the same call: this one has %zu, PE 0 has %zu", request, first->request[slot]);
}

/* What a request for nothing asks for is nothing, not even a barrier (1.5, section 9.3). */
static void *new_memory(const char *caller, size_t alignment, size_t size, bool zeroed) {
  enter(caller);
  if (size == 0) return NULL;
  struct block *block = allocate(alignment, size);
  void *memory = block ? heap + block->offset : NULL;
  if (memory && zeroed) clear(memory, size);
  agree(caller, size);
  return memory;
}

static void *aligned(const char *caller, size_t alignment, size_t size) {
  enter(caller);
  if (alignment == 0 || (alignment & (alignment - 1)) != 0) fail(caller, "the alignment %zu is not a power of two", alignment);
  return new_memory(caller, alignment, size, false);
}

static void free_memory(const char *caller, void *memory) {
  enter(caller);
  if (memory == NULL) return;
  struct block *block = block_at(caller, memory);
  agree(caller, block->offset);
  release(block);
}

static void *resized(const char *caller, void *memory, size_t size) {
  enter(caller);
  if (memory == NULL) return new_memory(caller, 0, size, false);
  if (size == 0) {
    free_memory(caller, memory);
    return NULL;
  }
  struct block *old = block_at(caller, memory);
  agree(caller, size);
  void *result = memory;
  if (size > old->size) {
    struct block *block = allocate(0, size);
    result = block ? heap + block->offset : NULL;
    if (block) {
      copy(result, memory, old->size);
      release(old);
    }
  } else {
    cut(old, round_up(size, ALIGNMENT));
    release(old);
    old->used = true;
  }
  agree(caller, size);
  return result;
}

API(void *, shmem_malloc, size_t size) { return new_memory(CALLER, 0, size, false); }

API(void *, shmem_malloc_with_hints, size_t size, long hints) {
  (void)hints;
  return new_memory(CALLER, 0, size, false);
}

API(void *, shmem_calloc, size_t count, size_t size) {
  size_t bytes;
  bool too_large = __builtin_mul_overflow(count, size, &bytes);
  return new_memory(CALLER, 0, too_large ? SIZE_MAX : bytes, true);
}

API(void *, shmem_align, size_t alignment, size_t size) { return aligned(CALLER, alignment, size); }
API(void *, shmem_realloc, void *ptr, size_t size) { return resized(CALLER, ptr, size); }
API(void, shmem_free, void *ptr) { free_memory(CALLER, ptr); }

API(void *, shmalloc, size_t size) { return new_memory(CALLER, 0, size, false); }
API(void *, shmemalign, size_t alignment, size_t size) { return aligned(CALLER, alignment, size); }
API(void *, shrealloc, void *ptr, size_t size) { return resized(CALLER, ptr, size); }
API(void, shfree, void *ptr) { free_memory(CALLER, ptr); }
