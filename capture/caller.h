/* Who made a call. */
#ifndef FENCEPOST_CALLER_H
#define FENCEPOST_CALLER_H

#include <stddef.h>

/*
 * A binding for another language may go through the C functions, which are our wrappers again. While it is passed on, this
 * says where the program made the call, or that the call is recorded already; NULL outside of such calls.
 */
extern __thread void *fp_passed_on;
#define FP_RECORDED ((void *)1)

/*
 * Code that was instrumented by us says before a call where it stands: a place in the program's table of sites, which is
 * recorded in place of the return address. NULL in front of all other calls.
 */
extern __thread void *fp_fast_call_site;

/* Where the program made the call that returns to the given address; NULL if there is nothing to record of it. */
static inline void *fp_caller(void *return_address) {
  void *site = fp_fast_call_site;
  fp_fast_call_site = NULL;
  if (__builtin_expect(fp_passed_on == NULL, 1)) return site != NULL ? site : return_address;
  return fp_passed_on == FP_RECORDED ? NULL : fp_passed_on;
}

#endif
