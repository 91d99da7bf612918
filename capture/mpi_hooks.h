/* What the statements of api/mpi.api call. */
#ifndef FENCEPOST_MPI_H
#define FENCEPOST_MPI_H

#include "fencepost.h"

#include <mpi.h>

void fp_mpi_started(void);
void fp_mpi_finished(void);

/* Windows and the buffers of operations on them: those that are sent, and those that a fetch fills. */
void fp_window(MPI_Win win, MPI_Comm comm, void *base, MPI_Aint size);
void fp_window_free(MPI_Win win);
void fp_origin(const void *address, MPI_Count count, MPI_Datatype datatype, int target, MPI_Win win);
void fp_result(const void *address, MPI_Count count, MPI_Datatype datatype, int target, MPI_Win win);
void fp_origin_of_request(const void *address, MPI_Count count, MPI_Datatype datatype, int target, MPI_Win win,
                          MPI_Request request);
void fp_result_of_request(const void *address, MPI_Count count, MPI_Datatype datatype, int target, MPI_Win win,
                          MPI_Request request);
void fp_completed(MPI_Win win, int target);

/* Buffers of point-to-point operations. */
void fp_buffer(const void *address, MPI_Count count, MPI_Datatype datatype, int peer, MPI_Request request);

/* Requests that are about to be waited for, and what became of them. */
void fp_waiting(int count, const MPI_Request *requests);
uint64_t fp_waited(void);

/* The order in which locks were held: a ticket, or 0 where holding the lock is not certain or not new. */
uint64_t fp_locked(int target, MPI_Win win);
void fp_locked_all(MPI_Win win);
uint64_t fp_held_ticket(int target, MPI_Win win);
uint64_t fp_fetched_ticket(int target, MPI_Win win);
uint64_t fp_unlock_ticket(int target, MPI_Win win);
void fp_unlocked(int target, MPI_Win win);

/* Lengths of argument arrays. */
int fp_size(MPI_Comm comm);
int fp_size_at(int root, MPI_Comm comm);
int fp_size_unless(int absent, MPI_Comm comm);

/* Members as ranks of MPI_COMM_WORLD; the array is valid until the next call. */
int fp_group_ranks(MPI_Group group, const int **ranks);
int fp_comm_ranks(MPI_Comm comm, const int **ranks);

/* The tables at the end of the generated wrappers. */
extern const unsigned fp_constant_count, fp_datatype_count;
uint64_t fp_constant(unsigned index);
MPI_Datatype fp_datatype(unsigned index);

#define fp_word(value) ((uint64_t)(uintptr_t)(value))

#endif
