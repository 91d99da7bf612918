/* Functions of the C library, and operators of C++, that move, free and allocate memory. */
#define _GNU_SOURCE
#include "access.h"

#include <dlfcn.h>
#include <malloc.h>
#include <stdlib.h>

/* ---- memory functions: clang calls the __tsan_ names, for gcc the linker redirects the plain ones ---- */

#define MEMORY_FUNCTIONS(prefix)                                                             \
  void *prefix##memcpy(void *to, const void *from, size_t size) {                            \
    fp_touch_by_program(from, size, 0, PC, PC);                                              \
    fp_touch_by_program(to, size, 1, PC, PC);                                                \
    return __real_memcpy(to, from, size);                                                    \
  }                                                                                          \
  void *prefix##memmove(void *to, const void *from, size_t size) {                           \
    fp_touch_by_program(from, size, 0, PC, PC);                                              \
    fp_touch_by_program(to, size, 1, PC, PC);                                                \
    return __real_memmove(to, from, size);                                                   \
  }                                                                                          \
  void *prefix##memset(void *to, int value, size_t size) {                                   \
    fp_touch_by_program(to, size, 1, PC, PC);                                                \
    return __real_memset(to, value, size);                                                   \
  }
MEMORY_FUNCTIONS(__tsan_)
MEMORY_FUNCTIONS(__wrap_)

/* ---- freeing memory is writing to all of it ---- */

void fp_free(const void *block, size_t size, const void *pc) { fp_touch_by_program(block, size, FREE, (uintptr_t)pc, 0); }

/* Another strand may be given the block next: what this one did there must be told before that one says that it is new. */
static inline void freed(void *block, uintptr_t pc) {
  if (!fp_recording || block == NULL) return;
  fp_touch_by_program(block, malloc_usable_size(block), FREE, pc, pc);
  if (fp_concurrent == 0 || fp_inside) return;
  fp_enter();
  if (fp_recording) fp_flush_own_accesses();
  fp_leave();
}

__thread const void *fp_frees_for;

void __real_free(void *block);
void __wrap_free(void *block) {
  freed(block, fp_frees_for != NULL ? (uintptr_t)fp_frees_for : PC);
  __real_free(block);
}

/* ---- memory that is allocated is nobody's yet; this matters only among strands ---- */

static inline void *allocated(void *block, uintptr_t pc) {
  if (fp_concurrent != 0 && fp_recording && !fp_inside && block != NULL && fp_is_program((const void *)pc)) {
    fp_fresh(block, malloc_usable_size(block));
    fp_set_apart();
  }
  return block;
}

void *fp_new_block(void *block, const void *pc) { return allocated(block, (uintptr_t)pc); }

void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size) { return allocated(__real_malloc(size), PC); }
void *__real_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size) { return allocated(__real_calloc(count, size), PC); }
void *__real_aligned_alloc(size_t alignment, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size) { return allocated(__real_aligned_alloc(alignment, size), PC); }
int __real_posix_memalign(void **block, size_t alignment, size_t size);
int __wrap_posix_memalign(void **block, size_t alignment, size_t size) {
  int error = __real_posix_memalign(block, alignment, size);
  if (error == 0) allocated(*block, PC);
  return error;
}
void *__real_realloc(void *block, size_t size);
void *__wrap_realloc(void *block, size_t size) {
  freed(block, PC);
  return allocated(__real_realloc(block, size), PC);
}

/*
 * The operators of C++ take the place of those of its library, as a program may do (C++17, 20.5.4.6): that library allocates
 * and frees memory which the program uses, for example in the functions of std::string. The other forms of new call these two.
 */
static void *allocate(void *block, const char *name, size_t size, size_t alignment) {
  if (block != NULL) return allocated(block, 0);
  void *(*of_library)(size_t, size_t) = (void *(*)(size_t, size_t))dlsym(RTLD_NEXT, name);
  if (of_library == NULL) abort();
  return allocated(of_library(size, alignment), 0); /* it asks the program's handler, or throws */
}

__attribute__((weak)) void *_Znwm(size_t size) { return allocate(__real_malloc(size), "_Znwm", size, 0); }

__attribute__((weak)) void *_ZnwmSt11align_val_t(size_t size, size_t alignment) {
  void *block = NULL;
  if (__real_posix_memalign(&block, alignment < sizeof block ? sizeof block : alignment, size) != 0) block = NULL;
  return allocate(block, "_ZnwmSt11align_val_t", size, alignment);
}

/* delete, plain and for arrays, sized, aligned, both. */
#define DELETE(name, parameters)                               \
  __attribute__((weak)) void name parameters {                 \
    freed(block, PC);                                          \
    __real_free(block);                                        \
  }
#define DELETES(name)                                                                        \
  DELETE(name, (void *block))                                                                \
  DELETE(name##m, (void *block, size_t size __attribute__((unused))))                        \
  DELETE(name##St11align_val_t, (void *block, size_t alignment __attribute__((unused))))     \
  DELETE(name##mSt11align_val_t, (void *block, size_t size __attribute__((unused)), size_t alignment __attribute__((unused))))
DELETES(_ZdlPv)
DELETES(_ZdaPv)
