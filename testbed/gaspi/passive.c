/* Passive communication through the receiver's mailbox, and atomics on the target's memory. */
#include "runtime.h"

#include <limits.h>

static pthread_mutex_t receiving = PTHREAD_MUTEX_INITIALIZER;

static gaspi_return_t locate_own(const char *call, gaspi_segment_id_t segment, gaspi_offset_t offset, gaspi_size_t size, char **at) {
  TRY(gtb_check_ready(call));
  if (size > gtb.config.passive_transfer_size_max)
    return gtb_fail(GASPI_ERR_INV_SIZE, call, "size %lu: at most %u bytes (gaspi_passive_transfer_size_max)", size,
                    gtb.config.passive_transfer_size_max);
  return gtb_locate(call, LOCAL, gtb.rank, segment, offset, size, at);
}

/* A free slot that no other sender can take, or NULL. */
static struct message *claim(struct mailbox *mailbox, uint64_t *position) {
  *position = atomic_load(&mailbox->tail);
  struct message *message = &mailbox->slot[*position % MAILBOX_SLOTS];
  if (atomic_load(&message->turn) != *position) return NULL;
  return atomic_compare_exchange_strong(&mailbox->tail, position, *position + 1) ? message : NULL;
}

/* Returns as soon as the message is in the mailbox; the source may be used again. */
gaspi_return_t pgaspi_passive_send(const gaspi_segment_id_t segment_id_local, const gaspi_offset_t offset_local,
                                   const gaspi_rank_t rank, const gaspi_size_t size, const gaspi_timeout_t timeout_ms) {
  char *from;
  TRY(locate_own("passive_send", segment_id_local, offset_local, size, &from));
  TRY(gtb_check_rank("passive_send", rank));
  struct mailbox *mailbox = &gtb.shared->process[rank].mailbox;
  struct patience patience = gtb_patience(timeout_ms);
  struct message *message;
  uint64_t position;
  while ((message = claim(mailbox, &position)) == NULL)
    if (!gtb_pause(&patience)) return GASPI_TIMEOUT;
  message->sender = gtb.rank;
  message->size = (uint32_t)size;
  gtb_copy(message->data, from, size);
  atomic_store(&message->turn, position + 1);
  return GASPI_SUCCESS;
}
PROFILED(passive_send)

/* The oldest message, or NULL. */
static struct message *oldest(struct mailbox *mailbox) {
  uint64_t head = atomic_load(&mailbox->head);
  struct message *message = &mailbox->slot[head % MAILBOX_SLOTS];
  return atomic_load(&message->turn) == head + 1 ? message : NULL;
}

static void release(struct mailbox *mailbox, struct message *message) {
  uint64_t head = atomic_fetch_add(&mailbox->head, 1);
  atomic_store(&message->turn, head + MAILBOX_SLOTS);
}

/* One message if there is one; GASPI_TIMEOUT if not. A message that does not fit stays where it is. */
static gaspi_return_t take(char *to, gaspi_size_t size, gaspi_rank_t *sender) {
  struct mailbox *mailbox = &gtb.own->mailbox;
  struct message *message = oldest(mailbox);
  if (message == NULL) return GASPI_TIMEOUT;
  if (message->size > size)
    return gtb_fail(GASPI_ERR_INV_SIZE, "passive_receive", "size %lu: rank %d sent %u bytes; receive at least as many", size,
                    message->sender, message->size);
  gtb_copy(to, message->data, message->size);
  *sender = message->sender;
  release(mailbox, message);
  return GASPI_SUCCESS;
}

gaspi_return_t pgaspi_passive_receive(const gaspi_segment_id_t segment_id_local, const gaspi_offset_t offset_local,
                                      gaspi_rank_t *const rem_rank, const gaspi_size_t size, const gaspi_timeout_t timeout_ms) {
  char *to;
  TRY(locate_own("passive_receive", segment_id_local, offset_local, size, &to));
  TRY_POINTER("passive_receive", rem_rank);
  struct patience patience = gtb_patience(timeout_ms);
  gaspi_return_t outcome;
  do {
    pthread_mutex_lock(&receiving);
    outcome = take(to, size, rem_rank);
    pthread_mutex_unlock(&receiving);
  } while (outcome == GASPI_TIMEOUT && gtb_pause(&patience));
  return outcome;
}
PROFILED(passive_receive)

/* There are no requests of the own process to drop: a message that was sent is on its way. */
gaspi_return_t pgaspi_passive_queue_purge(const gaspi_timeout_t timeout_ms) {
  (void)timeout_ms;
  return gtb_check_ready("passive_queue_purge");
}
PROFILED(passive_queue_purge)

/* ---- atomics ---- */

static gaspi_return_t locate_value(const char *call, gaspi_rank_t rank, gaspi_segment_id_t segment, gaspi_offset_t offset,
                                   char **at) {
  TRY(gtb_check_ready(call));
  pthread_mutex_lock(&gtb.lock);
  gaspi_return_t outcome = gtb_locate(call, REMOTE, rank, segment, offset, sizeof(gaspi_atomic_value_t), at);
  pthread_mutex_unlock(&gtb.lock);
  return outcome;
}

/*
 * GASPI asks for offsets that are multiples of 8. Libraries perform other atomics all the same, and so do we, with one warning;
 * but no processor does it atomically: one at a time, and without order against aligned ones.
 */
static bool is_aligned(const char *call, const char *at, gaspi_segment_id_t segment, gaspi_offset_t offset) {
  static atomic_flag warned = ATOMIC_FLAG_INIT;
  if ((uintptr_t)at % sizeof(gaspi_atomic_value_t) == 0) return true;
  if (!atomic_flag_test_and_set(&warned))
    gtb_fail(GASPI_SUCCESS, call, "offset %lu in segment %d is not aligned: use a multiple of 8; it is performed, but it is not atomic", offset, segment);
  return false;
}

static gaspi_atomic_value_t unaligned_swap(char *at, bool compares, gaspi_atomic_value_t comparator, gaspi_atomic_value_t operand) {
  gaspi_atomic_value_t old, new;
  struct patience patience = gtb_patience(GASPI_BLOCK);
  while (atomic_exchange(&gtb.shared->unaligned, 1)) gtb_pause(&patience);
  gtb_copy(&old, at, sizeof old);
  new = !compares ? old + operand : old == comparator ? operand : old;
  gtb_copy(at, &new, sizeof new);
  atomic_store(&gtb.shared->unaligned, 0);
  return old;
}

gaspi_return_t pgaspi_atomic_fetch_add(const gaspi_segment_id_t segment_id, const gaspi_offset_t offset, const gaspi_rank_t rank,
                                       const gaspi_atomic_value_t val_add, gaspi_atomic_value_t *const val_old,
                                       const gaspi_timeout_t timeout_ms) {
  (void)timeout_ms;
  char *at;
  TRY(locate_value("atomic_fetch_add", rank, segment_id, offset, &at));
  TRY_POINTER("atomic_fetch_add", val_old);
  if (is_aligned("atomic_fetch_add", at, segment_id, offset))
    *val_old = atomic_fetch_add((_Atomic gaspi_atomic_value_t *)(void *)at, val_add);
  else
    *val_old = unaligned_swap(at, false, 0, val_add);
  return GASPI_SUCCESS;
}
PROFILED(atomic_fetch_add)

gaspi_return_t pgaspi_atomic_compare_swap(const gaspi_segment_id_t segment_id, const gaspi_offset_t offset,
                                          const gaspi_rank_t rank, const gaspi_atomic_value_t comparator,
                                          const gaspi_atomic_value_t val_new, gaspi_atomic_value_t *const val_old,
                                          const gaspi_timeout_t timeout_ms) {
  (void)timeout_ms;
  char *at;
  TRY(locate_value("atomic_compare_swap", rank, segment_id, offset, &at));
  TRY_POINTER("atomic_compare_swap", val_old);
  gaspi_atomic_value_t seen = comparator;
  if (is_aligned("atomic_compare_swap", at, segment_id, offset))
    atomic_compare_exchange_strong((_Atomic gaspi_atomic_value_t *)(void *)at, &seen, val_new);
  else
    seen = unaligned_swap(at, true, comparator, val_new);
  *val_old = seen;
  return GASPI_SUCCESS;
}
PROFILED(atomic_compare_swap)

gaspi_return_t pgaspi_atomic_max(gaspi_atomic_value_t *max_value) {
  TRY_POINTER("atomic_max", max_value);
  *max_value = ULONG_MAX;
  return GASPI_SUCCESS;
}
PROFILED(atomic_max)
