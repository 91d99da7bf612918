#include "caller.h"

__thread void *fp_passed_on;
__thread void *fp_fast_call_site;
