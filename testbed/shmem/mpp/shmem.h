/* The deprecated place of the header. */
#include "../shmem.h"
