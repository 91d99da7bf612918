#include "caller.h"

__thread void *fp_passed_on;
