/* Input and output statements: reading into a variable stores, writing it out loads. Plain numbers are written by value. */
#include "flang.h"

#define TRANSFER(name, parameters, arguments, record)     \
  bool __real__FortranAio##name parameters;               \
  bool __wrap__FortranAio##name parameters {              \
    record;                                               \
    bool good;                                            \
    IN_LIBRARY(good = __real__FortranAio##name arguments); \
    return good;                                          \
  }

TRANSFER(OutputDescriptor, (void *statement, const struct array *array), (statement, array), all_of(array, fp_load, PC))
TRANSFER(InputDescriptor, (void *statement, const struct array *array), (statement, array), all_of(array, fp_store, PC))
TRANSFER(OutputAscii, (void *statement, const char *text, size_t length), (statement, text, length), fp_load(text, length, PC))
TRANSFER(InputAscii, (void *statement, char *text, size_t length), (statement, text, length), fp_store(text, length, PC))
TRANSFER(InputInteger, (void *statement, void *at, int kind), (statement, at, kind), fp_store(at, (size_t)kind, PC))
TRANSFER(InputReal32, (void *statement, float *at), (statement, at), fp_store(at, sizeof *at, PC))
TRANSFER(InputReal64, (void *statement, double *at), (statement, at), fp_store(at, sizeof *at, PC))
TRANSFER(InputComplex32, (void *statement, float *at), (statement, at), fp_store(at, 2 * sizeof *at, PC))
TRANSFER(InputComplex64, (void *statement, double *at), (statement, at), fp_store(at, 2 * sizeof *at, PC))
