// The symmetric heap: the same offsets on all PEs, alignment, reuse, growth, exhaustion.
#include "check.h"

#include <string.h>

static ptrdiff_t offset, first_offset;

// An allocation lies where it does on PE 0: what is put there from here arrives there.
static void check_symmetric(char *block, size_t size) {
  shmem_barrier_all();
  memset(block, 1, size);
  shmem_barrier_all();
  char mark = (char)(10 + me);
  shmem_putmem(block, &mark, 1, right);
  if (size > 1) shmem_putmem(block + size - 1, &mark, 1, right);
  shmem_barrier_all();
  CHECK(block[0] == 10 + left && block[size - 1] == 10 + left);
  static char *base;
  if (base == NULL) base = block;
  offset = block - base;
  shmem_barrier_all();
  shmem_ptrdiff_get(&first_offset, &offset, 1, 0);
  CHECK(first_offset == offset);
  shmem_barrier_all();
}

int main(void) {
  start();
  CHECK(shmem_malloc(0) == NULL && shmem_calloc(0, 8) == NULL && shmem_realloc(NULL, 0) == NULL);
  shmem_free(NULL);

  char *blocks[20];
  for (size_t i = 0; i < 20; i++) {
    blocks[i] = i % 2 ? shmem_malloc(100 * i) : shmem_malloc_with_hints(100 * i + 1, SHMEM_MALLOC_ATOMICS_REMOTE);
    CHECK(blocks[i] != NULL && (uintptr_t)blocks[i] % sizeof(long double) == 0);
    check_symmetric(blocks[i], 100 * i + 1 - i % 2);
  }
  for (size_t i = 0; i < 20; i += 3) shmem_free(blocks[i]), blocks[i] = NULL;
  for (size_t i = 0; i < 20; i++)
    if (blocks[i] != NULL) shmem_free(blocks[i]);

  for (size_t alignment = 1; alignment <= 1 << 16; alignment *= 2) {
    char *aligned = shmem_align(alignment, 50);
    CHECK(aligned != NULL && (uintptr_t)aligned % alignment == 0);
    check_symmetric(aligned, 50);
    shmem_free(aligned);
  }

  long *zeros = shmem_calloc(1000, sizeof *zeros);
  for (int i = 0; i < 1000; i++) CHECK(zeros[i] == 0);
  for (int i = 0; i < 1000; i++) zeros[i] = me + i;
  char *behind = shmem_malloc(10);
  zeros = shmem_realloc(zeros, 5000 * sizeof *zeros);
  for (int i = 0; i < 1000; i++) CHECK(zeros[i] == me + i);
  zeros = shmem_realloc(zeros, 10 * sizeof *zeros);
  CHECK(zeros[9] == me + 9);
  check_symmetric((char *)zeros, 10 * sizeof *zeros);
  CHECK(shmem_realloc(zeros, 0) == NULL);
  shmem_free(behind);

  // all of it, twice: what was freed is one piece again
  for (int i = 0; i < 2; i++) {
    size_t most = (64u << 20) - (64u << 10);
    char *all = shmem_malloc(most);
    CHECK(all != NULL && shmem_malloc(most) == NULL && shmem_malloc(SIZE_MAX) == NULL && shmem_calloc(SIZE_MAX, 2) == NULL);
    CHECK(shmem_realloc(all, 2 * most) == NULL); // and the block is still there
    check_symmetric(all, most);
    shmem_free(all);
  }

  char *old = shmalloc(10);
  CHECK(old != NULL && (old = shrealloc(old, 1000)) != NULL);
  check_symmetric(old, 1000);
  shfree(old);
  old = shmemalign(256, 10);
  CHECK((uintptr_t)old % 256 == 0);
  shfree(old);
  shmem_finalize();
  return 0;
}
