/* Arrays as the library of flang is given them, and how it is told what happens to them. */
#ifndef FENCEPOST_FLANG_H
#define FENCEPOST_FLANG_H

#include "fencepost.h"

#include <stdbool.h>

#define PC __builtin_return_address(0)

/* A descriptor of the standard (ISO_Fortran_binding.h), with distances in bytes. */
struct array {
  char *base;
  size_t bytes;
  int version;
  unsigned char rank;
  signed char type;
  unsigned char attribute, more;
  struct {
    ptrdiff_t lower, extent, distance;
  } dimension[];
};

typedef void access_to(const void *at, size_t size, const void *pc);

static inline void each_row(const struct array *array, int dimension, const char *at, access_to *access, const void *pc) {
  ptrdiff_t count = array->dimension[dimension].extent, step = array->dimension[dimension].distance;
  if (dimension == 0 && step == (ptrdiff_t)array->bytes) {
    if (count > 0) access(at, (size_t)(count * step), pc);
    return;
  }
  for (ptrdiff_t i = 0; i < count; i++, at += step) {
    if (dimension == 0) access(at, array->bytes, pc);
    else each_row(array, dimension - 1, at, access, pc);
  }
}

/* An array that is not allocated has no base. */
static inline void all_of(const struct array *array, access_to *access, const void *pc) {
  if (!fp_recording || array == NULL || array->base == NULL) return;
  if (array->rank == 0) access(array->base, array->bytes, pc);
  else each_row(array, array->rank - 1, array->base, access, pc);
}

/* The library is linked statically: what it does itself is not to be recorded. */
#define IN_LIBRARY(call) (fp_in_library++, (call), fp_in_library--)

/* A function of the library that does something else for the program first; the linker redirects its name. */
#define RECORDED(name, parameters, arguments, records) \
  void __real__FortranA##name parameters;              \
  void __wrap__FortranA##name parameters {             \
    records;                                           \
    IN_LIBRARY(__real__FortranA##name arguments);      \
  }

/* What it frees meanwhile it frees for the program; a final subroutine may call it again. */
#define FREEING(call)               \
  const void *outer = fp_frees_for; \
  fp_frees_for = PC;                \
  call;                             \
  fp_frees_for = outer

#define DEALLOCATES(name, parameters, arguments)            \
  int __real__FortranA##name parameters;                    \
  int __wrap__FortranA##name parameters {                   \
    FREEING(int status = __real__FortranA##name arguments); \
    return status;                                          \
  }

struct derived_type;

/* Allocatable and pointer variables that the library deallocates: those with a status, of derived types, or polymorphic. */
#define DEALLOCATES_VARIABLES(kind)                                                                                                \
  DEALLOCATES(kind##Deallocate, (struct array *variable, bool has_status, const struct array *message, const char *file, int line), \
              (variable, has_status, message, file, line))                                                                         \
  DEALLOCATES(kind##DeallocatePolymorphic,                                                                                         \
              (struct array *variable, const struct derived_type *type, bool has_status, const struct array *message,              \
               const char *file, int line),                                                                                        \
              (variable, type, has_status, message, file, line))

#endif
