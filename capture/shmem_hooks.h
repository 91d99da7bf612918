/* What the generated OpenSHMEM wrappers use. */
#ifndef FENCEPOST_SHMEM_HOOKS_H
#define FENCEPOST_SHMEM_HOOKS_H

#include "caller.h"
#include "fencepost.h"

#define SHMEM_NO_GENERICS
#include <shmem.h>
#if !__has_include(<pshmem.h>)
#error "the OpenSHMEM library has no profiling interface (pshmem.h)"
#endif
#include <pshmem.h>

/* Generic forms that have the names of functions. */
#undef shmem_wait_until
#undef shmem_wait
#undef shmem_sync

#ifdef SHMEM_TESTBED
#define FP_SHMEM_MORE_TYPES 1
#else
#define FP_SHMEM_MORE_TYPES 0
#endif
#define FP_SHMEM_1_5 (SHMEM_MAJOR_VERSION > 1 || SHMEM_MINOR_VERSION >= 5)
#if FP_SHMEM_1_5
#define FP_TEAM_WORLD SHMEM_TEAM_WORLD
#define FP_TEAM_SHARED SHMEM_TEAM_SHARED
#define FP_SIGNAL_ADD SHMEM_SIGNAL_ADD
typedef shmem_team_t fp_team;
#else /* before teams and signals */
#define FP_TEAM_WORLD ((fp_team)0)
#define FP_TEAM_SHARED ((fp_team)0)
#define FP_SIGNAL_ADD 1
typedef void *fp_team;
/* Not all of 1.4 is in every library that says so: what is missing is not called either. */
#define FP_REAL __attribute__((weak))
#endif

void fp_shmem_started(void);
void fp_shmem_started_without_end(void); /* start_pes: the end of the program is the end */
void fp_shmem_finished(void);

/* The globals of the program. */
extern uintptr_t fp_globals_from, fp_globals_to;

/* Symmetric memory; they return the address. */
uint64_t fp_symmetric_block(void *block, size_t size);
uint64_t fp_reallocated(void *old, void *block, size_t size);
void fp_block_freed(void *block);

/* Memory of another PE that is mapped here, where the counterpart of the given address is. */
uint64_t fp_mapped(const void *symmetric, void *here, int pe);
int fp_world_pe(fp_team team, int pe);

/* Contexts and the teams they belong to. */
void fp_context(shmem_ctx_t ctx, fp_team team);
void fp_context_ended(shmem_ctx_t ctx);
void fp_team_ends(fp_team team);
void fp_team_ended(fp_team team);

/* Buffers of nonblocking operations, until their context is complete. */
void fp_pending_in(shmem_ctx_t ctx, const void *buffer, size_t bytes);
#define fp_pending(buffer, bytes) fp_pending_in(SHMEM_CTX_DEFAULT, buffer, bytes)
void fp_context_completed(shmem_ctx_t ctx);

/* The result of a nonblocking fetch; returns the number under which its value will be recorded. */
uint64_t fp_fetching_in(shmem_ctx_t ctx, const void *result, size_t bytes);
#define fp_fetching(result, bytes) fp_fetching_in(SHMEM_CTX_DEFAULT, result, bytes)

/* The value of an expression. */
#define fp_bits(expression)                        \
  ({                                               \
    __typeof__(expression) fp_copy = (expression); \
    fp_integer((const void *)&fp_copy, sizeof fp_copy); \
  })

static inline int fp_unless_null(const void *array, size_t length) { return array == NULL ? 0 : (int)length; }

/* The table at the end of the generated wrappers. */
extern const unsigned fp_shmem_constant_count;
uint64_t fp_shmem_constant(unsigned index);

#endif
