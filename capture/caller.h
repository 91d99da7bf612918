/* Who made a call. */
#ifndef FENCEPOST_CALLER_H
#define FENCEPOST_CALLER_H

#include <stddef.h>
#include <stdint.h>

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

/*
 * A code address, and in its upper 16 bits the number of the path on which the program came to it: the callers of the function
 * that it is in. FP_PATH records say what the numbers mean; 0 if the path is not known. The frame is that of the function
 * which was called. A place in the table of sites says nothing of functions that it was inlined into later, so that the return
 * address begins its path.
 */
void *fp_path(void *pc, void *return_address, void *frame);

/*
 * Changes whenever a function may have been entered. Of all compilers only gcc calls a hook at the beginning of every function
 * that has accesses, so the hooks of the others change it, too.
 */
extern __thread unsigned fp_entered;

/*
 * The same for a load or store of the program, from a function that a hook of the compiler calls, or from the hook itself,
 * whose frame this is. The hook returns to the given address, and may have a frame of its own.
 */
uintptr_t fp_path_to_hook(uintptr_t pc, uintptr_t return_address, void *frame);

/*
 * Where the program made the call that returns to the given address, with its path; NULL if there is nothing to record of it.
 */
static inline void *fp_caller(void *return_address, void *frame) {
  void *site = fp_fast_call_site;
  fp_fast_call_site = NULL;
  if (__builtin_expect(fp_passed_on == NULL, 1)) return fp_path(site != NULL ? site : return_address, return_address, frame);
  return fp_passed_on == FP_RECORDED ? NULL : fp_passed_on;
}

#endif
