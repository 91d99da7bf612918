/* The capture runtime: what must live inside the user's process, and nothing more. */
#ifndef FENCEPOST_H
#define FENCEPOST_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* The linker redirects the plain names to the recording ones; the runtime itself must not be recorded. */
void *__real_memcpy(void *to, const void *from, size_t size);
void *__real_memmove(void *to, const void *from, size_t size);
void *__real_memset(void *to, int value, size_t size);

/* ---- ring.c: records on their way to the analyser ---- */

/*
 * A record is a run of 64-bit words in the byte order of the machine; it never wraps around the end of the ring.
 *
 *   63    56 55             32 31   28 27   16 15      8 7       0
 *   +--------+-----------------+-------+-------+---------+---------+
 *   | thread | words in record | model | call  |  flags  |  type   |   header
 *   +--------+-----------------+-------+-------+---------+---------+
 *   | ...                                                          |   words - 1 more
 *   +--------------------------------------------------------------+
 */
enum fp_type {
  FP_PAD = 0,     /* nothing: skip to the end of the ring */
  FP_PROCESS = 1, /* who it is, see fp_world; size, pid, then the constants of the model's API table; flags: FP_NO_MODEL if there is none yet */
  FP_MODULE = 2,  /* load address, then the path, NUL padded */
  FP_DATATYPE = 3,/* handle, index in the API table or -1, size, extent [, shape, 3 lengths, integers, addresses, types] */
  FP_ACCESS = 4,  /* pc, start, size [, count, stride [, rows, pitch]]; flags: 0 load, 1 store, 2 free, 3 scope, 4 fresh, 5 and 6 atomic, 7 jump */
  FP_CALL = 5,    /* pc, time, one word an argument, added words, arrays; flags: FP_ENTER ... */
  FP_END = 6,     /* the process ended in an orderly way */
  FP_SHARED = 7,  /* window, member, address here, size: memory of another process that is mapped here */
  FP_VALUE = 8,   /* number of a fetch, the value that it returned */
  FP_PART = 9,    /* words of a record that is longer than the ring: its header first, the rest in the parts that follow */
  FP_CALLING = 10,/* since when another thread is in a call that will be recorded after the next one */
  FP_STRAND = 11, /* number: the records that follow are of this strand; 0 at first */
  FP_SYNC = 12,   /* pc, then what fp_sync needs; flags: what orders the strand; call: the construct that does */
  FP_PATH = 13,   /* number, code addresses: the callers of a function, from the inside outwards; see caller.h */
  FP_JOINED = 14, /* a communicator with another group, members of the own group, who they are, who the others are; flags: FP_NOBODY */
  FP_STEP = 15    /* pc, sequence, number, address: an operation on an atomic variable that processes share; flags: enum fp_step */
};
enum fp_flags { FP_ONCE = 0, FP_ENTER = 1, FP_LEAVE = 2, FP_FAILED = 4 };
enum fp_process_flags { FP_NO_MODEL = 1 };
enum fp_joined_flags { FP_SOMEBODY = 0, FP_NOBODY = 1 }; /* the others do not answer */

/* Non-zero while records are taken. Set once per process, cleared at its end or when the analyser is gone. */
extern int fp_recording;

/* The programming models; with a call's number in its table they make its code. */
enum fp_model { FP_MPI = 0, FP_SHMEM = 1, FP_GASPI = 2, FP_MODELS = 3 };
#define FP_MODEL_SHIFT 12

/*
 * A process begins to use a programming model: recording starts with the first one, if the environment names an analyser,
 * and ends with the last one. Begin returns whether the model is recorded.
 */
int fp_begin(enum fp_model model, int rank, int size, unsigned constants, uint64_t (*constant)(unsigned));
void fp_end(enum fp_model model);

/*
 * A rank counts in its world only: processes that were spawned have another MPI_COMM_WORLD. Who a process is says a word: the number
 * of its world, 0 for those that the launcher has started, and its rank there.
 */
#define FP_WORLD_SHIFT 24
#define FP_WORLD_BITS 39
uint64_t fp_world(void); /* the number of the own world, shifted */
void fp_set_world(uint64_t world);

/* Some use of the model is over, and the next one may never come: from now on an exit of the process is its end. */
void fp_may_end(void);

/* Something cannot be recorded: the report says that it is missing. */
void fp_lose(void);

/* A process begins to have threads: recording starts, if the environment says that these are of interest by themselves. */
void fp_begin_threads(void);

/* What they use to open and close the ring. */
int fp_ring_open(void);
void fp_ring_close(void);

/* Claims a record; its words after the header are to be filled in, then it is committed. */
uint64_t *fp_claim(enum fp_type type, unsigned flags, unsigned call, uint32_t words);
void fp_commit(void);

uint64_t fp_now(void); /* the time, in nanoseconds: by the clock of the analyser, as well as it is known on this node */

/*
 * A call that has seen what others did is recorded with a time after that, and they with a time before. The clocks of two nodes are
 * known up to an error, so the one that has seen something lets that much time pass first: then the recorded times are in the order
 * of cause and effect, whatever the clocks show. It does so once time is evidence in the process: it uses locks or values.
 */
void fp_settle(void);
extern int fp_time_matters;

/* Steps on atomic variables that processes of this node share; in the file `control`, all zero at first. */
struct fp_sequence {
  uint64_t holder;   /* the process that makes a step, or 0 */
  uint64_t number;   /* of the last step that orders something */
  uint64_t releases; /* how many of them have told something */
  uint64_t pad;
};
#define FP_SEQUENCES 1024u /* a page has so many words of 32 bits */
struct fp_sequence *fp_sequence(unsigned number);
uint64_t fp_node(void); /* a number that no other node has */

/* ---- agent.c: the agent that reads the rings on a node where the analyser is not ---- */

/* Where the agent and the processes of this node meet; NULL if there is to be none. */
const char *fp_agent_directory(void);
extern int fp_has_agent;

/*
 * Starts the agent, or waits for the one that another process has started; 0 if there is none. If there was one, is_gone says
 * whether it is still gone.
 */
int fp_agent_start(int (*is_gone)(void));

/* There will be none any more: removes what this process, and the agent, have left there. */
void fp_agent_forget(const char *ring);

/* Removes a file there that nobody needs any more. */
void fp_agent_remove(const char *file);

/*
 * At the beginning of every call: with FENCEPOST_SHAKE=SEED in the environment, holds some of them for some milliseconds, so
 * that locks, messages and signals come in an order that they seldom have. The same seed holds the same calls of a rank.
 * FENCEPOST_HOLD names the time and the places at which the first calls are held; see hold_at.
 */
void fp_hold(const void *place);

/*
 * A program that is steered: FENCEPOST_REPLAY names a file of turns. Who is second in one waits, before it asks for its lock,
 * until the first one has let go of it; but not for ever. Each process counts how often it has asked for a lock. In the same
 * way, one who sends waits until another one has received something else. Sends and receives are counted, too.
 */
void fp_await_turn(void);
void fp_take_turn(int got); /* the same for one who asks without waiting */
void fp_end_turn(void);
uint64_t fp_await_send(void); /* both return the number of the call */
uint64_t fp_next_receive(void);
void fp_received(uint64_t number);

/*
 * The time, and the announcement that this thread makes a call which is not recorded yet: the analyser knows from it how far it
 * has heard everything of this process.
 */
uint64_t fp_begin_call(void);
void fp_end_call(void);

/*
 * A call that has waited for others is recorded with the time of its return, and behind all calls that other threads began before
 * that: while the analyser waits for what the call has seen, nothing earlier of this process may still come. These calls wait for
 * nobody, so they soon end; one that does not is left to fp_tell_calling.
 */
void fp_await_earlier_calls(uint64_t time);

/* Before the record of a call with that time: other threads may have begun calls earlier that will be recorded later. */
void fp_tell_calling(uint64_t time);

/*
 * One thread records at a time: between fp_enter and fp_leave. Costs an atomic operation only once a second thread has shown
 * up. The first thread sets a flag and looks whether it is alone; the second one announces itself, and a membarrier makes
 * sure that one of the two sees the other.
 */
extern __thread int fp_inside; /* this thread is between the two */
extern __thread int fp_thread; /* its number, from 1 on as threads begin to record; 0 before */
extern int fp_threads;
extern volatile int fp_alone_inside;
void fp_enter_among_others(void);
void fp_leave_among_others(void);

static inline void fp_enter(void) {
  fp_inside = 1;
  if (__builtin_expect(fp_thread == 1, 1)) {
    fp_alone_inside = 1;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    if (__builtin_expect(__atomic_load_n(&fp_threads, __ATOMIC_RELAXED) == 1, 1)) return;
    fp_alone_inside = 0;
  }
  fp_enter_among_others();
}

static inline void fp_leave(void) {
  fp_inside = 0;
  if (__builtin_expect(fp_thread == 1 && fp_alone_inside, 1)) {
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    fp_alone_inside = 0;
  } else {
    fp_leave_among_others();
  }
}

/* ---- strand.c: threads and tasks ---- */

/*
 * A strand is one sequential thread of control: a thread, a task, a section, a chunk of iterations. Strands have numbers, which
 * are used again; the first strand of the process is 0. A thread that nobody has told of (one that a library made) counts as
 * a part of strand 0.
 */
enum fp_sync {
  FP_FORK = 0,    /* parent, child: the child begins after all that the parent has done until now */
  FP_END_OF = 1,  /* objects: the strand is over, which each of these objects tells those who acquire it */
  FP_RELEASE = 2, /* object: tells all that the strand has done until now, and what was told before */
  FP_RENEW = 3,   /* object: the same, but what was told before is no longer told */
  FP_ACQUIRE = 4, /* object: the strand goes on after all that it was told */
  FP_PASS = 5,    /* object, n: the same, at a barrier that n strands pass */
  FP_SILENCE = 6  /* object: nothing is told any more */
};

/* What the program calls the thing that orders its strands. */
enum fp_construct {
  FP_PARALLEL,
  FP_BARRIER,
  FP_CRITICAL,
  FP_LOCK,
  FP_ORDERED,
  FP_SINGLE,
  FP_WORKSHARE,
  FP_TASK,
  FP_TASKWAIT,
  FP_TASKGROUP,
  FP_DEPEND,
  FP_THREAD,
  FP_JOIN,
  FP_MUTEX,
  FP_SEMAPHORE,
  FP_CONDITION,
  FP_ONCE_ONLY,
  FP_ATOMIC
};

extern __thread uint32_t fp_strand;

/* So many regions with several strands are open: while there are any, every access is recorded, watched or not. */
extern int fp_concurrent;
void fp_begin_concurrent(void);
void fp_end_concurrent(void);

/* What a thread was before it went on as another strand. */
struct fp_strand_before {
  uint32_t strand;
  void *table;
  uintptr_t private_to, first_frame;
};

/* A new strand, after all that its parent has done until now; the parent is the strand at hand, or one that stands still. */
uint32_t fp_fork(uint32_t parent, enum fp_construct construct, const void *pc);

/*
 * The thread goes on as the strand. Its stack below the given frame is its own, until the strand tells others something: they may
 * have learned of each variable that is there then.
 */
struct fp_strand_before fp_become(uint32_t strand, uintptr_t first_frame);

/* The strand at hand is over, which the objects tell; the thread is again what it was. */
void fp_end_strand(const struct fp_strand_before *before, enum fp_construct construct, const uint64_t *objects, unsigned count);

/* The objects are addresses of the program, or numbers of our own, with FP_PARTS parts each. */
#define FP_PARTS (1u << 24)
uint64_t fp_new_object(void);
void fp_release(uint64_t object, enum fp_construct construct, const void *pc);
void fp_acquire(uint64_t object, enum fp_construct construct, const void *pc);
void fp_pass(uint64_t object, unsigned strands, enum fp_construct construct, const void *pc);

/* Writes a record of something that orders strands; between fp_enter and fp_leave. */
void fp_sync(enum fp_sync what, enum fp_construct construct, const void *pc, const uint64_t *words, unsigned count);

/*
 * The strand tells others something, perhaps where its variables are: those that it has on the stack are no longer its own. The
 * functions that it calls from here on have new ones.
 */
void fp_share_stack(void);

/* ---- atomics.c: atomic variables ---- */

/* What an operation on a variable in memory of several processes does. */
enum fp_step {
  FP_STEP_ACQUIRES = 1,
  FP_STEP_RELEASES = 2,
  FP_STEP_UPDATES = 4,  /* together with the last: what was told before is still told */
  FP_STEP_SILENCES = 8  /* nothing is told any more */
};

/* This memory is mapped by several processes, until it is withdrawn; between fp_enter and fp_leave. */
void fp_share(uint64_t window, uintptr_t from, uintptr_t to);
void fp_unshare(uint64_t window);
extern uintptr_t fp_shared_from, fp_shared_to; /* all of it lies between these two, which are 0 if there is none */
static inline int fp_may_be_shared(const volatile void *at) {
  return (uintptr_t)at - fp_shared_from < fp_shared_to - fp_shared_from;
}

/* Around an operation on an atomic variable. */
void fp_begin_atomic(const volatile void *at, const void *pc);
void fp_end_atomic(const volatile void *at);

/* Around a load, which is to be made again if the answer is no. */
void fp_begin_look(const void *pc);
int fp_end_look(const volatile void *at, int order);

/* Between the two: what was done to the variable, with a memory order of the compiler. */
void fp_atomic_load(const volatile void *at, int order);
void fp_atomic_store(const volatile void *at, int order, int updates);

void fp_fence(int order, const void *pc);

/* The thread goes on as another strand, which has seen nothing yet. */
void fp_forget_atomics(void);

/* The strand at hand uses a variable of which each thread has its own; it gets something that no other thread of its team gets. */
void fp_use_thread_local(void);
void fp_set_apart(void);

/* Nobody but the strand at hand has seen this memory yet, whatever was there before. */
void fp_fresh(const void *at, size_t size);

/* ---- watch.c: which memory matters ---- */

/* The instrumentation of bitcode reads these two numbers here. */
#define FP_PAGE_SHIFT 12
#define FP_FILTER_BITS 22
#define FP_FILTER_SIZE (1u << FP_FILTER_BITS)
extern uint32_t fp_filter[FP_FILTER_SIZE];

static inline int fp_page_watched(uintptr_t address) {
  return __builtin_expect((fp_filter[(address >> FP_PAGE_SHIFT) & (FP_FILTER_SIZE - 1)] | (unsigned)fp_concurrent) != 0, 0);
}

#define FP_EVERY_TARGET INT32_MIN /* no rank, nor MPI_PROC_NULL */

/* Memory that others can access, until it is withdrawn. */
void fp_watch_window(uint64_t window, uintptr_t from, uintptr_t to);
void fp_unwatch_window(uint64_t window);
void fp_unwatch_from(uint64_t window, uintptr_t from);

/* The buffer of an operation in flight, until the operation is complete. */
void fp_watch_buffer(uintptr_t from, uintptr_t to, uint64_t window, int target, uint64_t request);
void fp_unwatch_target(uint64_t window, int target);
void fp_unwatch_request(uint64_t request);

/* The same for a request that is started again and again: its buffers are kept in mind until it is forgotten. */
void fp_suspend_request(uint64_t request);
void fp_resume_request(uint64_t request);
void fp_forget_request(uint64_t request);

/* Whether some of it is watched. Most often it is where the last answer came from. */
extern uintptr_t fp_last_from, fp_last_to;
int fp_search_watched(uintptr_t from, uintptr_t to);

static inline int fp_watched(uintptr_t from, uintptr_t to) {
  return (from >= fp_last_from && from < fp_last_to) || fp_search_watched(from, to);
}

/* Tells of what is watched in a range and watches it no longer. */
void fp_unwatch_within(uintptr_t from, uintptr_t to, void (*gone)(uintptr_t at, uintptr_t size, uintptr_t pc), uintptr_t pc);

/* The first watched bytes at or behind an address; 0 if there are none. */
int fp_next_watched(uintptr_t *from, uintptr_t *to);

/* An array that can hold the needed number of elements: the same one, or a larger one in its place. */
void *fp_room(void *array, size_t *room, size_t needed, size_t element);

#define fp_word(value) ((uint64_t)(uintptr_t)(value))

/* ---- values.c: what operations fetch ---- */

/* The value of so many bytes at an address. The first one is for integers, which it sign-extends; 0 if none is as large. */
typedef uint64_t fp_reader(const void *address, size_t bytes);
fp_reader fp_integer;

/*
 * A value that will arrive through a channel (a window, a context) from a target, or with a request. Returns the number under
 * which it is recorded when its channel or its request is known to have delivered.
 */
uint64_t fp_await(const void *result, size_t bytes, fp_reader *read, uint64_t channel, int target, uint64_t request);
void fp_deliver(uint64_t channel, int target);
void fp_deliver_request(uint64_t request);

/* ---- stack.c: which local variables are gone when a function returns ---- */

/* Functions that return with a lower stack pointer have no watched variables. */
extern __thread uintptr_t fp_stack_watched;

/* Where the stack of this thread ends, towards which it grows; 0 if that is not known. */
uintptr_t fp_stack_from(void);

/* The thread begins: its stack, and its own variables, which are on it, may have been those of a thread before it. */
void fp_new_stack(void);

/* Whether this is a variable of the program of which every thread has its own; it is of the thread that asks. */
int fp_is_thread_local(uintptr_t address);

/* Something is watched from here on. */
void fp_watch_stack(uintptr_t address);

/* The part of the stack that is dead when the function with the given stack pointer has returned. */
void fp_dead_stack(uintptr_t stack_pointer, uintptr_t *from, uintptr_t *to);

/* The same when a jump restores that stack pointer; both are the same if it is not on the stack of this thread. */
void fp_left_stack(uintptr_t stack_pointer, uintptr_t *from, uintptr_t *to);

/* ---- access.c: loads and stores, which hooks.c, ranges.c and memory.c tell of ---- */

/*
 * Writes out the accesses gathered so far: before every record of a call, so that program order is kept. A forked strand
 * gathers its own, in a table of its thread; all others share one.
 */
void fp_flush_accesses(void);
void fp_flush_own_accesses(void); /* but not those of another thread */
void *fp_own_accesses(void);   /* the table of this thread */
extern __thread void *fp_table; /* the one in use, or NULL for the common one */
extern __thread uintptr_t fp_private_from, fp_private_to; /* the part of the stack that only this strand uses */
extern __thread uintptr_t fp_first_frame; /* the strand at hand begins below it; 0 if it has no stack of its own */
extern __thread int fp_private_used; /* whether anything of that part may have been recorded */

/*
 * This thread is inside a communication library. If that is linked statically, its calls of the C library come to us as well,
 * and mean nothing: what the library does for the program is recorded of the program's call.
 */
extern __thread int fp_in_library;

/*
 * Whether accesses of this thread are not the program's: we make them, or a library does by a function of the program, such as that of
 * MPI_Op_create. What that one touches, the call touches that is told of.
 */
static inline int fp_is_unheard(void) { return fp_inside || fp_in_library; }

/* The place in the program for which a library that was linked statically frees memory, if it does. */
extern __thread const void *fp_frees_for;

/* Whether the code that a redirected function returns to is the program's, and no library's that is linked with it. */
int fp_is_program(const void *pc);

/* What a library did for the program, at the place where it was called. */
void fp_load(const void *at, size_t size, const void *pc);
void fp_store(const void *at, size_t size, const void *pc);
void fp_free(const void *block, size_t size, const void *pc);

/* A jump restores the stack pointer and so ends all functions below it; the frame is that of the function that jumps for the program. */
void fp_leave_frames(uintptr_t stack_pointer, const void *pc, void *frame);

/* A block that the C library has allocated for the program, which nobody has used. */
void *fp_new_block(void *block, const void *pc);

#endif
