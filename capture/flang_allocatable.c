/* Allocatable variables that the library deallocates. */
#include "flang.h"

DEALLOCATES_VARIABLES(Allocatable)
