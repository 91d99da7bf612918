/* What GPI-2 adds to the standard; here it is all in one header. */
#include "GASPI.h"
