/* Targets of pointers that the library deallocates. */
#include "flang.h"

DEALLOCATES_VARIABLES(Pointer)
