/*
 * What the library of gfortran does with the program's variables: input and output statements, packing of array sections that
 * are passed on, and matrix products. The linker redirects the plain names to the recording ones.
 */
#include "fencepost.h"

#define PC __builtin_return_address(0)

/* An array descriptor of libgfortran.so.5. */
struct array {
  char *base;
  size_t offset;
  struct {
    size_t bytes;
    int version;
    signed char rank, type;
    short attribute;
  } element;
  ptrdiff_t span;
  struct {
    ptrdiff_t stride, lower, upper;
  } dimension[];
};

typedef void access_to(const void *at, size_t size, const void *pc);

static void each_row(const struct array *array, int dimension, const char *at, access_to *access, const void *pc) {
  ptrdiff_t count = array->dimension[dimension].upper - array->dimension[dimension].lower + 1;
  ptrdiff_t step = array->dimension[dimension].stride * (ptrdiff_t)array->element.bytes;
  if (dimension == 0 && step == (ptrdiff_t)array->element.bytes) {
    if (count > 0) access(at, (size_t)(count * step), pc);
    return;
  }
  for (ptrdiff_t i = 0; i < count; i++, at += step) {
    if (dimension == 0) access(at, array->element.bytes, pc);
    else each_row(array, dimension - 1, at, access, pc);
  }
}

static void all_of(const struct array *array, access_to *access, const void *pc) {
  if (!fp_recording || array->base == NULL) return;
  if (array->element.rank == 0) access(array->base, array->element.bytes, pc);
  else each_row(array, array->element.rank - 1, array->base, access, pc);
}

/* ---- input and output: reading into a variable stores, writing it out loads ---- */

#define TRANSFER(name, access, bytes)                                                        \
  void __real__gfortran_transfer_##name(void *statement, void *at, int kind);           \
  void __wrap__gfortran_transfer_##name(void *statement, void *at, int kind) {               \
    access(at, (size_t)(bytes), PC);                                                         \
    __real__gfortran_transfer_##name(statement, at, kind);                                   \
  }
#define TRANSFERS(name, bytes)                                                               \
  TRANSFER(name, fp_store, bytes)                                                            \
  TRANSFER(name##_write, fp_load, bytes)
#define REAL_BYTES (kind == 10 ? 16 : kind)
TRANSFERS(integer, kind)
TRANSFERS(logical, kind)
TRANSFERS(character, kind) /* the length takes the place of the kind */
TRANSFERS(real, REAL_BYTES)
TRANSFERS(complex, 2 * REAL_BYTES)

#define TRANSFER_ARRAY(name, access)                                                         \
  void __real__gfortran_##name(void *statement, struct array *array, int kind, size_t length); \
  void __wrap__gfortran_##name(void *statement, struct array *array, int kind, size_t length) { \
    all_of(array, access, PC);                                                               \
    __real__gfortran_##name(statement, array, kind, length);                                 \
  }
TRANSFER_ARRAY(transfer_array, fp_store)
TRANSFER_ARRAY(transfer_array_write, fp_load)

/* ---- array sections: a contiguous one is passed as it is ---- */

void *__real__gfortran_internal_pack(struct array *section);
void *__wrap__gfortran_internal_pack(struct array *section) {
  void *packed = __real__gfortran_internal_pack(section);
  if (packed != section->base) all_of(section, fp_load, PC);
  return packed;
}

void __real__gfortran_internal_unpack(struct array *section, void *packed);
void __wrap__gfortran_internal_unpack(struct array *section, void *packed) {
  if (packed != section->base) all_of(section, fp_store, PC);
  __real__gfortran_internal_unpack(section, packed);
}

/* ---- matrix products ---- */

#define MATMUL(type)                                                                         \
  void __real__gfortran_matmul_##type(struct array *to, struct array *a, struct array *b, int blas, int limit, \
                                      void *gemm);                                      \
  void __wrap__gfortran_matmul_##type(struct array *to, struct array *a, struct array *b, int blas, int limit, \
                                      void *gemm) {                                          \
    all_of(a, fp_load, PC);                                                                  \
    all_of(b, fp_load, PC);                                                                  \
    all_of(to, fp_store, PC);                                                                \
    __real__gfortran_matmul_##type(to, a, b, blas, limit, gemm);                             \
  }
MATMUL(i4)
MATMUL(i8)
MATMUL(r4)
MATMUL(r8)
MATMUL(r16)
MATMUL(c4)
MATMUL(c8)
MATMUL(c16)
