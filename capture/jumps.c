/*
 * A jump leaves functions without their return, and their local variables end all the same (C11, 7.13.2.1 and 6.2.4): all that
 * lies below the stack pointer which it restores.
 *
 * The C library keeps that stack pointer in a form that only it can read: combined with a secret, and rotated on some processors.
 * A place of our own, whose stack pointer is known, is kept in the same form, so what differs between the two needs no secret.
 */
#define _GNU_SOURCE
#include "fencepost.h"

#include <setjmp.h>

#if defined __x86_64__
enum { STACK_POINTER = 6, ROTATED_LEFT = 17 };
#define READ_STACK_POINTER(into) __asm__ volatile("mov %%rsp, %0" : "=r"(into))
#elif defined __aarch64__
enum { STACK_POINTER = 13, ROTATED_LEFT = 0 };
#define READ_STACK_POINTER(into) __asm__ volatile("mov %0, sp" : "=r"(into))
#else
#error "where does a jmp_buf hold the stack pointer?"
#endif

static uintptr_t kept(const struct __jmp_buf_tag *place) { return (uintptr_t)place->__jmpbuf[STACK_POINTER]; }

static uintptr_t rotated_right(uintptr_t word, unsigned bits) { return bits == 0 ? word : word >> bits | word << (64 - bits); }

/* The stack pointer after a jump to the place. */
static __attribute__((noinline)) uintptr_t restored(const struct __jmp_buf_tag *place) {
  jmp_buf here;
  uintptr_t stack_pointer;
  READ_STACK_POINTER(stack_pointer);
  if (_setjmp(here) != 0) return 0; /* nobody jumps there */
  return stack_pointer ^ rotated_right(kept(here) ^ kept(place), ROTATED_LEFT);
}

#define JUMP(name)                                                                   \
  _Noreturn void __real_##name(struct __jmp_buf_tag *place, int value);              \
  _Noreturn void __wrap_##name(struct __jmp_buf_tag *place, int value) {             \
    const void *pc = __builtin_return_address(0);                                    \
    if (fp_recording) fp_leave_frames(restored(place), pc, __builtin_frame_address(0)); \
    __real_##name(place, value);                                                     \
  }
JUMP(longjmp)
JUMP(_longjmp)
JUMP(siglongjmp)
JUMP(__longjmp_chk)
