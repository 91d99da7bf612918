/*
 * What a loop touches of watched memory in an order that is not known before it, as x[list[i]] does: the hook of the first access
 * gives instrumented code a map of that memory, and the code sets a bit for each element in it. What is outside of the map goes to
 * the hook, which gives another one.
 */
#define _GNU_SOURCE
#include "access.h"
#include "caller.h"

#include <sys/mman.h>

#define MAPS 256u
#define TRIES 4u
#define CHUNK 4096u /* elements that the instrumented code counts as one, when it says where there are bits */
#define MOST_ELEMENTS (UINT64_C(1) << 30)

/* What instrumented code reads; see hooks.ll. */
struct fp_map {
  uintptr_t from, count; /* elements; none if there is no map */
  uint8_t *bits, *chunks;
};

struct map {
  struct fp_map view;
  uintptr_t pc, size, from, to;
  unsigned kind;
  int open; /* a loop may be using it, until the next call */
};

static struct map maps[MAPS];
static struct map *open_maps[MAPS];
static unsigned open_count;

static uintptr_t bytes_for_bits(uintptr_t count) { return (count + CHUNK - 1) / CHUNK * (CHUNK / 8); }

static void forget(struct map *map) {
  if (map->view.bits == NULL) return;
  uintptr_t bytes = bytes_for_bits(map->view.count);
  munmap(map->view.bits, bytes + bytes / (CHUNK / 8));
  map->view.bits = NULL;
}

/* The pages are there once they are written to. */
static int draw(struct map *map) {
  uintptr_t first = (map->from + map->size - 1) & ~(map->size - 1);
  uintptr_t count = first < map->to ? (map->to - first) / map->size : 0;
  if (count == 0 || count > MOST_ELEMENTS) return 0;
  uintptr_t bytes = bytes_for_bits(count);
  void *memory = mmap(NULL, bytes + bytes / (CHUNK / 8), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return 0;
  map->view = (struct fp_map){first, count, memory, (uint8_t *)memory + bytes};
  return 1;
}

static const struct fp_map none;

static const struct fp_map *open_map(uintptr_t pc, uintptr_t size, unsigned kind, uintptr_t from, uintptr_t to) {
  uintptr_t hash = ((pc ^ pc >> 32) + kind) * 0x9E3779B1u + (from >> 4) * 0x85EBCA6Bu;
  struct map *unused = NULL;
  for (unsigned i = 0; i < TRIES; i++) {
    struct map *map = &maps[((hash >> 12) + i) % MAPS];
    if (map->pc == pc && map->kind == kind && map->size == size && map->from == from && map->to == to) {
      if (map->view.bits == NULL) return &none;
      if (!map->open) open_maps[open_count++] = map;
      map->open = 1;
      return &map->view;
    }
    if (!map->open && (unused == NULL || map->pc == 0)) unused = map;
  }
  if (unused == NULL) return &none;
  forget(unused);
  *unused = (struct map){.pc = pc, .size = size, .kind = kind, .from = from, .to = to};
  if (!draw(unused)) return &none;
  open_maps[open_count++] = unused;
  unused->open = 1;
  return &unused->view;
}

/* Whether the access is on the map now. */
static int mark(const struct fp_map *map, uintptr_t at, uintptr_t size) {
  uintptr_t element = (at - map->from) / size;
  if (at < map->from || (at - map->from) % size != 0 || element >= map->count) return 0;
  map->bits[element / 8] |= (uint8_t)(1u << element % 8);
  map->chunks[element / CHUNK] = 1;
  return 1;
}

/* An access that was on no map: the map of the watched memory that it is in. Among strands there is none. */
static inline __attribute__((always_inline)) const struct fp_map *touch(uintptr_t at, uintptr_t size, unsigned kind, uintptr_t site, uintptr_t hook) {
  const struct fp_map *map = &none;
  fp_entered++;
  if (fp_is_unheard() || fp_concurrent != 0 || fp_table != NULL) {
    fp_touch(at, size, kind, site, hook);
    return map;
  }
  fp_enter();
  if (fp_recording && fp_watched(at, at + size)) {
    uintptr_t pc = FP_WITH_PATH(site, hook);
    map = open_map(pc, size, kind, fp_last_from, fp_last_to);
    if (!mark(map, at, size)) fp_add_access(&fp_common_table, at, size, kind, pc);
  }
  fp_leave();
  return map;
}

const struct fp_map *fp_fast_load_mapped(void *at, uintptr_t size, uintptr_t site) { return touch((uintptr_t)at, size, LOAD, SITE, PC); }
const struct fp_map *fp_fast_store_mapped(void *at, uintptr_t size, uintptr_t site) { return touch((uintptr_t)at, size, STORE, SITE, PC); }

/* Eight elements in a row that go on a run of such. */
static int adds_eight(struct run *run, uintptr_t at, uintptr_t size) {
  if (run->count < 2 || run->rows != 0 || run->stride != (intptr_t)size || at != run->first + size * run->count) return 0;
  run->count += 8;
  return 1;
}

static void write_chunk(struct map *map, uintptr_t chunk, struct run *run) {
  uint8_t *bits = map->view.bits + chunk * (CHUNK / 8);
  for (uintptr_t i = 0; i < CHUNK / 8; i++) {
    if (bits[i] == 0xff && adds_eight(run, map->view.from + (chunk * CHUNK + i * 8) * map->size, map->size)) continue;
    for (unsigned left = bits[i]; left != 0; left &= left - 1) {
      uintptr_t element = chunk * CHUNK + i * 8 + (unsigned)__builtin_ctz(left);
      fp_add_to_run(run, map->pc, map->size, map->kind, map->view.from + element * map->size);
    }
  }
  __real_memset(bits, 0, CHUNK / 8);
  map->view.chunks[chunk] = 0;
}

static void write_map(struct map *map) {
  struct run run = {.count = 0};
  uintptr_t chunks = bytes_for_bits(map->view.count) / (CHUNK / 8);
  for (uintptr_t chunk = 0; chunk < chunks; chunk++)
    if (map->view.chunks[chunk] != 0) write_chunk(map, chunk, &run);
  if (run.count != 0) fp_write_run(&run);
}

void fp_write_maps(void) {
  for (unsigned i = 0; i < open_count; i++) {
    write_map(open_maps[i]);
    open_maps[i]->open = 0;
  }
  open_count = 0;
}
