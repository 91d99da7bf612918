/* The profiling names; here they are declared beside the others. */
#include "GASPI.h"
