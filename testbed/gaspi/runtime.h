/*
 * The inside of the runtime. All ranks map one shared memory object, which has no name any more once they have opened it:
 *
 *   file offset  0                  struct shared: groups, and for each rank its segments, notifications, mailbox, arrivals
 *                (r + 1) << 48 | a  the byte at address a of rank r, if a lies in a segment of r
 *
 * A segment is thus a range of its owner's addresses, whose pages come from the object at the offset that equals the address.
 * Whoever uses the segment maps the same range of the object, and copies directly: no progress depends on the target.
 * Ranks never wait for each other but in calls that the standard calls collective or synchronous.
 */
#ifndef GASPI_TESTBED_RUNTIME_H
#define GASPI_TESTBED_RUNTIME_H

#include "GASPI.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum {
  MAX_RANKS = 256,
  MAX_QUEUES = 16,
  MAX_SEGMENTS = 256,       /* every value of gaspi_segment_id_t */
  USUAL_SEGMENTS = 32,      /* GPI-2 has so many; a loop over more ends only if its counter is wider than an id */
  MAX_NOTIFICATIONS = 65536, /* every value of gaspi_notification_id_t */
  MAX_GROUPS = 32,          /* of one process */
  GROUP_SLOTS = 1024,       /* of the job */
  REDUCE_ELEMENTS = 255,
  REDUCE_BYTES = REDUCE_ELEMENTS * 8,
  MAILBOX_SLOTS = 16,
  MESSAGE_BYTES = 65535,
  LIST_ELEMENTS = 255 /* as GPI-2 */
};

struct segment {
  _Atomic uint32_t generation; /* odd while the segment exists; a new value makes the views of others stale */
  uint64_t address;            /* at its owner */
  uint64_t size;
  _Atomic bool registered[MAX_RANKS];
};

/* A bounded queue of many senders and one receiver. A slot's turn says whose it is: position means a sender's, position + 1
   the receiver's. */
struct message {
  _Atomic uint64_t turn;
  gaspi_rank_t sender;
  uint32_t size;
  char data[MESSAGE_BYTES];
};
struct mailbox {
  _Atomic uint64_t tail, head;
  struct message slot[MAILBOX_SLOTS];
};

/* How many collectives of a group the rank has entered, and what it brought to this one and the one before. */
struct arrival {
  _Atomic uint64_t count;
  char data[2][REDUCE_BYTES];
};

enum membership { OUTSIDE, INVITED, JOINED, GONE };

/* A committed group. The member with the lowest rank opens the slot, the others find it by its list of members. */
struct group_slot {
  _Atomic int state; /* enum slot_state in group.c */
  _Atomic int gone;
  uint64_t serial; /* groups of the same members are told apart by the order of their commits */
  _Atomic uint8_t member[MAX_RANKS];
};

struct process {
  _Atomic pid_t pid;
  struct segment segment[MAX_SEGMENTS];
  struct mailbox mailbox;
  struct arrival arrival[GROUP_SLOTS];
  _Atomic uint32_t notification[MAX_SEGMENTS][MAX_NOTIFICATIONS];
};

struct shared {
  _Atomic uint64_t serial;
  _Atomic int unaligned; /* an atomic at an offset that is not aligned is being done */
  struct group_slot group[GROUP_SLOTS];
  struct process process[];
};

struct runtime {
  bool ready;
  int fd;
  gaspi_rank_t rank, ranks;
  struct shared *shared;
  struct process *own; /* &shared->process[rank] */
  gaspi_config_t config;
  pthread_mutex_t lock; /* segments, views, queues and delayed requests of this process */
};
extern struct runtime gtb;

/* ---- proc.c ---- */

/* Prints what was wrong with a call and what to do, and returns the code. */
gaspi_return_t gtb_fail(gaspi_return_t code, const char *call, const char *format, ...) __attribute__((format(printf, 3, 4)));
gaspi_return_t gtb_check_ready(const char *call);
gaspi_return_t gtb_check_rank(const char *call, gaspi_rank_t rank);

/* Waiting without a busy processor: while (!condition) if (!gtb_pause(&patience)) return GASPI_TIMEOUT; */
struct patience {
  uint64_t deadline; /* nanoseconds */
  unsigned rounds;
  bool forever, test;
};
struct patience gtb_patience(gaspi_timeout_t timeout);
bool gtb_pause(struct patience *patience);
uint64_t gtb_nanoseconds(void);

/* ---- segment.c ---- */

enum side { LOCAL, REMOTE };

void gtb_segment_start(void);

/* Where the bytes of a rank's segment are in this process. With gtb.lock held, if the rank may be another one. */
gaspi_return_t gtb_locate(const char *call, enum side side, gaspi_rank_t rank, gaspi_segment_id_t segment,
                          gaspi_offset_t offset, gaspi_size_t size, char **at);
off_t gtb_mirror(gaspi_rank_t rank, uint64_t address);
int gtb_share_pages(const char *call, uintptr_t from, uintptr_t to);

/* Copies byte ranges that other processes may be accessing. Not memcpy: a program under observation may have it redirected. */
void gtb_copy(void *to, const void *from, size_t size);

/* ---- delay.c ---- */

enum order {
  UNORDERED,      /* data: may overtake anything */
  AFTER_ITS_DATA, /* the notification of write_notify and its like */
  AFTER_WRITES    /* gaspi_notify: after every earlier write of its queue to its rank */
};

/* One piece of a request: bytes to copy, or a notification to set. */
struct request {
  bool read; /* of a read: its data are complete only when they have arrived */
  enum order order;
  gaspi_queue_id_t queue;
  gaspi_rank_t rank;
  uint64_t call; /* the pieces of one call have the same number */
  char *to;
  const char *from;
  size_t size;
  _Atomic uint32_t *cell; /* of a notification */
  uint32_t value;
  const struct segment *target; /* dropped if it is not there any more */
  uint32_t generation;
};

/* The first is called by gaspi_proc_init, the others with gtb.lock held. */
void gtb_delay_start(void);
void gtb_post(const struct request *request);
/* Local completion of a queue. False: a test came too early. */
bool gtb_complete(gaspi_queue_id_t queue, gaspi_timeout_t timeout);
void gtb_deliver_all(void);

/* ---- group.c ---- */

enum collective { NO_COLLECTIVE, BARRIER, ALLREDUCE, ALLREDUCE_USER, SEGMENT_CREATE };

void gtb_group_start(void);
gaspi_return_t gtb_check_group(const char *call, gaspi_group_t group);
gaspi_return_t gtb_meet(const char *call, gaspi_group_t group, enum collective kind, gaspi_timeout_t timeout);
bool gtb_is_member(gaspi_group_t group, gaspi_rank_t rank);

/* ---- queue.c ---- */

void gtb_queue_start(void);

/* gaspi_NAME as a weak alias of pgaspi_NAME, which the file defines. */
#define PROFILED(name) __typeof__(pgaspi_##name) gaspi_##name __attribute__((weak, alias("pgaspi_" #name)));

#define TRY(check)                                       \
  do {                                                   \
    gaspi_return_t outcome_ = (check);                   \
    if (outcome_ != GASPI_SUCCESS) return outcome_;      \
  } while (0)

#define TRY_POINTER(call, pointer) \
  TRY((pointer) != NULL ? GASPI_SUCCESS : gtb_fail(GASPI_ERR_NULLPTR, call, "%s is NULL: pass an address", #pointer))

#endif
