/* What the statements of api/mpi.api call. */
#ifndef FENCEPOST_MPI_H
#define FENCEPOST_MPI_H

#include "fencepost.h"

#include <mpi.h>

/* The numbers given to MPI_Pready_list; MPICH 4.0 lacks the const. */
#if defined MPICH_NUMVERSION && MPICH_NUMVERSION < 40100000
#define FP_PARTITION int
#else
#define FP_PARTITION const int
#endif

void fp_mpi_started(void);
void fp_mpi_finished(void);
#if MPI_VERSION >= 4
void fp_session_started(MPI_Session session);
void fp_session_finished(void);
#endif

/*
 * Processes of other worlds. Whoever is linked with them learns who they are: a spawned process at its start, the others when the
 * call has returned that linked them by this communicator. The first one returns 0 if nobody answers.
 */
int fp_meet_parents(void);
void fp_tell_parents(void);
enum fp_link { FP_CONNECTED, FP_CHILDREN, FP_PARENTS }; /* what the others are */
void fp_linked(int code, MPI_Comm comm, MPI_Comm others, enum fp_link how);
uint64_t fp_foreign(MPI_Group group, int member); /* who a process of another world is */
#define FP_UNKNOWN UINT64_MAX

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
void fp_fenced(int assertion, MPI_Win win);

/* Values of one element: what an atomic operation is given, and, when it has arrived, what it has fetched. */
uint64_t fp_value(const void *address, MPI_Count count, MPI_Datatype datatype);
uint64_t fp_fetch(const void *result, MPI_Count count, MPI_Datatype datatype, int target, MPI_Win win, uint64_t request);

/* Memory that is attached to a dynamic window, and the other processes' memory that a shared window maps here. */
void fp_attached(MPI_Win win, void *base, MPI_Aint size);
void fp_shared_window(MPI_Win win, MPI_Comm comm);

/* An array argument, with the size of its elements: it holds int, or MPI_Count and MPI_Aint in the calls for large counts. */
#define FP_ARRAY(array) array, sizeof *(array)

/* Buffers of point-to-point operations and nonblocking collectives: one, or several by their displacements. */
void fp_buffer(const void *address, MPI_Count count, MPI_Datatype datatype, int peer, MPI_Request request);
void fp_buffers(const void *address, int n, const void *counts, size_t count_size, const void *displacements,
                size_t displacement_size, MPI_Datatype datatype, MPI_Request request);
void fp_buffers_typed(const void *address, int n, const void *counts, size_t count_size, const void *displacements,
                      size_t displacement_size, const MPI_Datatype *datatypes, MPI_Request request);

/* The buffers of the request are watched only from each start on, and, for file access in two calls, until the second one. */
void fp_persistent(MPI_Request request);
void fp_started(int count, const MPI_Request *requests);
void fp_file_buffer(const void *address, MPI_Count count, MPI_Datatype datatype, MPI_File file);

/* Memory that MPI has allocated, and memory that it was given for buffered sends. */
void fp_allocated(void *base, MPI_Aint size);
void fp_free_allocated(void *base, const void *pc);
void fp_attached_buffer(void *buffer, MPI_Count size);
void fp_detached_buffer(void);

/* A communicator whose handle will be there when the request is complete; in Fortran, where the program wants it. */
#define FP_LATER(handle) handle, 0
uint64_t fp_made(const void *handle, int fortran, MPI_Request request);

/* What a window's info says about accumulate operations: bits for rar, raw, war, waw; 0 nothing, 1 same_op, 2 same_op_no_op. */
uint64_t fp_accumulate_ordering(MPI_Info info);
uint64_t fp_accumulate_ops(MPI_Info info);
/* Whether it says that the window is never locked. */
uint64_t fp_no_locks(MPI_Info info);

/* Source, tag, and whether it was cancelled. */
void fp_cancelling(void);
uint64_t fp_status(const MPI_Status *status, int word);

/*
 * All that the program learns from a receive from anybody, as a number, if it does not ask for the status: two receives with
 * the same number may have got each other's messages. 0 if it may learn more.
 */
uint64_t fp_alike(int source, int ignored, const void *buffer, MPI_Datatype datatype, const MPI_Status *status);

/*
 * Requests have numbers, as handles may be shared. Told are first the place of the call's requests, then that one was made
 * there; from then on until it is gone its number is known, for a handle that is shared the latest one's.
 */
#define FP_PLACE(requests) requests, sizeof *(requests)
void fp_requests_at(const void *first, size_t size);
void fp_request_made(MPI_Request request);
void fp_request_persists(MPI_Request request);
void fp_request_gone(uint64_t number, int even_persistent);
uint64_t fp_request(MPI_Request request);
void fp_request_numbers(size_t count, const MPI_Request *requests, uint64_t *numbers);

/* Requests that are about to be waited for, their numbers, and which of them are complete: all, some, or let go. */
void fp_waiting(int count, const MPI_Request *requests);
uint64_t fp_awaited(int i);
int fp_waited(void);
int fp_waited_some(int count, const int *indices);
void fp_freed(void);

/* Whether something was done under a lock, or fetched; then whether that proves only now that the lock is held. */
enum { FP_USED = 1, FP_FETCHED = 2 };
void fp_lock_used(MPI_Win win, int target, int done);
int fp_newly_held(MPI_Win win, int target, int done);

/* Datatypes are described the first time that a call uses them. */
void fp_describe_basic(void);
void fp_describe(MPI_Datatype datatype);
int fp_describe_all(int count, const MPI_Datatype *datatypes); /* returns the count */
void fp_forget(MPI_Datatype datatype);

/*
 * Whether it is certain, and for the first time, that a lock is held: then the time of the record tells its place among the
 * other epochs. Asked after a lock, a flush, a local flush, and before an unlock and, now and then, another operation.
 */
int fp_locked(int target, MPI_Win win);
void fp_locked_all(MPI_Win win);
int fp_held(int target, MPI_Win win);
int fp_held_by_fetch(int target, MPI_Win win);
int fp_unlocking(int target, MPI_Win win);
int fp_overdue(int target, MPI_Win win);
void fp_unlocked(int target, MPI_Win win);

/* Lengths of argument arrays. */
int fp_size(MPI_Comm comm);
int fp_size_at(int root, MPI_Comm comm);
int fp_size_unless(int absent, MPI_Comm comm);
int fp_indegree(MPI_Comm comm);
int fp_outdegree(MPI_Comm comm);
int fp_at(int root, MPI_Comm comm);
int fp_rank(MPI_Comm comm);
MPI_Count fp_sum(int n, const void *counts, size_t size);
static inline int fp_count(int outcount) { return outcount == MPI_UNDEFINED ? 0 : outcount; }

/* Who the members are, see fp_world, or neighbours as ranks of the communicator; valid until the next call. */
int fp_group_ranks(MPI_Group group, const uint64_t **ranks);
int fp_comm_ranks(MPI_Comm comm, const uint64_t **ranks);
int fp_remote_ranks(MPI_Comm comm, const uint64_t **ranks);
void fp_keep_world(MPI_Group group); /* of all that were started with this process */
int fp_neighbors(MPI_Comm comm, const int **sources);

/* The tables at the end of the generated wrappers. */
extern const unsigned fp_mpi_constant_count, fp_datatype_count;
uint64_t fp_mpi_constant(unsigned index);
MPI_Datatype fp_datatype(unsigned index);

#endif
