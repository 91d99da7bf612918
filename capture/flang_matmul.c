/* Matrix products. */
#include "flang.h"

#define MATMUL(type)                                                                                             \
  RECORDED(Matmul##type,                                                                                         \
           (struct array *to, const struct array *a, const struct array *b, const char *file, int line),         \
           (to, a, b, file, line), (all_of(a, fp_load, PC), all_of(b, fp_load, PC)))                              \
  RECORDED(MatmulDirect##type,                                                                                   \
           (const struct array *to, const struct array *a, const struct array *b, const char *file, int line),   \
           (to, a, b, file, line), (all_of(a, fp_load, PC), all_of(b, fp_load, PC), all_of(to, fp_store, PC)))
MATMUL(Integer4Integer4)
MATMUL(Integer8Integer8)
MATMUL(Real4Real4)
MATMUL(Real8Real8)
MATMUL(Complex4Complex4)
MATMUL(Complex8Complex8)
