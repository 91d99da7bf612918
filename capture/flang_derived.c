/* Allocatable components of variables that end. */
#include "flang.h"

#define DESTROYS(name)                                  \
  void __real__FortranA##name(struct array *variable);  \
  void __wrap__FortranA##name(struct array *variable) { \
    FREEING(__real__FortranA##name(variable));          \
  }
DESTROYS(Destroy)
DESTROYS(DestroyWithoutFinalization)
