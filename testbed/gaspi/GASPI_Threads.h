/* Threads as GPI-2 offers them beside GASPI: numbered, with a barrier of all threads of a process or of a group. */
#ifndef GASPI_THREADS_H
#define GASPI_THREADS_H

#include "GASPI.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How many threads there will be: one for each core, or as many as are asked for. */
gaspi_return_t gaspi_threads_init(gaspi_int *num);
gaspi_return_t gaspi_threads_init_user(unsigned int use_nr_threads);
gaspi_return_t gaspi_threads_term(void);

gaspi_return_t gaspi_threads_get_tid(gaspi_int *tid);
gaspi_return_t gaspi_threads_get_total(gaspi_int *num);
gaspi_return_t gaspi_threads_get_num_cores(gaspi_int *cores);

/* Starts a thread. Every thread, also the first one of the process, registers itself to get its number. */
gaspi_return_t gaspi_threads_run(void *(*function)(void *), void *arg);
gaspi_return_t gaspi_threads_register(gaspi_int *tid);

void gaspi_threads_sync(void);
gaspi_return_t gaspi_threads_sync_all(const gaspi_group_t g, const gaspi_timeout_t timeout_ms);

#ifdef __cplusplus
}
#endif

#endif
