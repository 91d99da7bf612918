/* The profiling names are declared beside the others. */
#include "shmem.h"
