/* Functions that make a new array of another one. */
#include "flang.h"

RECORDED(Transpose, (struct array *to, const struct array *from, const char *file, int line), (to, from, file, line),
         all_of(from, fp_load, PC))
RECORDED(Reshape,
         (struct array *to, const struct array *from, const struct array *shape, const struct array *pad,
          const struct array *order, const char *file, int line),
         (to, from, shape, pad, order, file, line), all_of(from, fp_load, PC))
RECORDED(Cshift, (struct array *to, const struct array *from, const struct array *shift, int dimension, const char *file, int line),
         (to, from, shift, dimension, file, line), all_of(from, fp_load, PC))
RECORDED(CshiftVector, (struct array *to, const struct array *from, int64_t shift, const char *file, int line),
         (to, from, shift, file, line), all_of(from, fp_load, PC))
RECORDED(Spread, (struct array *to, const struct array *from, int dimension, int64_t copies, const char *file, int line),
         (to, from, dimension, copies, file, line), all_of(from, fp_load, PC))
RECORDED(Pack,
         (struct array *to, const struct array *from, const struct array *mask, const struct array *vector, const char *file,
          int line),
         (to, from, mask, vector, file, line), all_of(from, fp_load, PC))
