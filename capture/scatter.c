/*
 * Accesses in no order, as those of x[list[i]]: each instruction has a bit for every element of the memory that it touches, so
 * that what it touches again until the next call costs nothing, and neighbours become one record, whenever each was touched.
 */
#include "access.h"

#include <stddef.h>

#define BLOCKS 16384u /* for so many of an instruction and this much of memory there is room at a time */
#define WORDS 8u
#define ELEMENTS (WORDS * 64)

/* Longer runs are worth a record of their own. */
#define SHORT 64u

struct block {
  uintptr_t pc; /* 0 if it is not in use */
  uintptr_t number; /* of its memory, counted in blocks of this element size */
  uint32_t kind, size;
  uint64_t touched[WORDS];
};

struct scattered {
  struct block blocks[BLOCKS];
  uint16_t open[BLOCKS]; /* those in use */
  unsigned open_count;
};

void *__real_calloc(size_t count, size_t size);

/* Blocks that are neighbours in memory are neighbours here. */
static struct block *place_of(struct scattered *all, uintptr_t pc, uint32_t kind, uintptr_t number) {
  return &all->blocks[(number + ((pc ^ pc >> 32) * 0x9E3779B1u >> 7) + (uintptr_t)kind * 5323) % BLOCKS];
}

/* The block of the same instruction behind or before one; NULL if it has not touched that. */
static struct block *neighbour(struct scattered *all, const struct block *block, uintptr_t number) {
  struct block *other = place_of(all, block->pc, block->kind, number);
  int same = other->pc == block->pc && other->number == number && other->kind == block->kind && other->size == block->size;
  return same ? other : NULL;
}

static void add_elements(struct run *run, const struct block *block) {
  uintptr_t from = block->number * ELEMENTS;
  for (unsigned word = 0; word < WORDS; word++) {
    for (uint64_t left = block->touched[word]; left != 0; left &= left - 1) {
      uintptr_t element = from + word * 64 + (unsigned)__builtin_ctzll(left);
      fp_add_to_run(run, block->pc, block->size, block->kind, element * block->size);
    }
  }
}

/* Records a block and those behind it. */
static void write_from(struct scattered *all, struct block *block) {
  struct run run = {.count = 0};
  while (block != NULL) {
    add_elements(&run, block);
    struct block *next = neighbour(all, block, block->number + 1);
    block->pc = 0;
    block = next;
  }
  fp_write_run(&run);
}

void fp_write_scattered(struct scattered *all) {
  if (all == NULL) return;
  for (unsigned i = 0; i < all->open_count; i++) {
    struct block *first = &all->blocks[all->open[i]], *before = first;
    if (first->pc == 0) continue;
    while ((before = neighbour(all, first, first->number - 1)) != NULL) first = before;
    write_from(all, first);
  }
  all->open_count = 0;
}

static __attribute__((noinline)) void make_room(struct scattered *all, struct block *block) {
  if (block->pc == 0) {
    all->open[all->open_count++] = (uint16_t)(block - all->blocks);
  } else {
    int inside = fp_inside;
    if (!inside) fp_enter();
    struct run run = {.count = 0};
    add_elements(&run, block);
    fp_write_run(&run);
    if (!inside) fp_leave();
  }
}

static inline void keep(struct scattered *all, const struct run *run, uintptr_t at) {
  uintptr_t element = at >> __builtin_ctzll(run->size);
  uintptr_t number = element / ELEMENTS;
  struct block *block = place_of(all, run->pc, run->kind, number);
  if (block->pc != run->pc || block->number != number || block->kind != run->kind || block->size != run->size) {
    make_room(all, block);
    *block = (struct block){.pc = run->pc, .number = number, .kind = run->kind, .size = (uint32_t)run->size};
  }
  block->touched[element / 64 % WORDS] |= UINT64_C(1) << element % 64;
}

int fp_scatter_one(struct scattered *all, const struct run *run, uintptr_t at) {
  if ((at & (run->size - 1)) != 0) return 0;
  keep(all, run, at);
  return 1;
}

static void keep_row(struct scattered *all, const struct run *run, uintptr_t at, uintptr_t count) {
  for (; count > 0; count--, at += (uintptr_t)run->stride) keep(all, run, at);
}

int fp_scatter(struct scattered **all, const struct run *run) {
  int is_plain = run->kind == LOAD || run->kind == STORE || run->kind == ATOMIC_LOAD || run->kind == ATOMIC_STORE;
  uintptr_t mask = run->size - 1;
  if (!is_plain || mask >= 16 || (run->size & mask) != 0) return 0;
  if (((run->first | (uintptr_t)run->stride | run->origin | (uintptr_t)run->pitch) & mask) != 0) return 0;
  if (run->count + run->rows * run->row_count > SHORT) return 0;
  if (*all == NULL) *all = __real_calloc(1, sizeof **all);
  if (*all == NULL) return 0;
  for (uintptr_t row = 0; row < run->rows; row++) keep_row(*all, run, run->origin + (uintptr_t)run->pitch * row, run->row_count);
  keep_row(*all, run, run->first, run->count);
  return 1;
}
