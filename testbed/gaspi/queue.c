/* One-sided communication: requests, notifications, queues. */
#include "runtime.h"

static struct {
  bool exists;
  gaspi_number_t posted; /* requests since the last gaspi_wait */
} queues[MAX_QUEUES];

void gtb_queue_start(void) {
  for (unsigned i = 0; i < MAX_QUEUES; i++) {
    queues[i].exists = i < gtb.config.queue_num;
    queues[i].posted = 0;
  }
}

static gaspi_return_t check_queue(const char *call, gaspi_queue_id_t queue) {
  TRY(gtb_check_ready(call));
  if (queue < MAX_QUEUES && queues[queue].exists) return GASPI_SUCCESS;
  return gtb_fail(GASPI_ERR_INV_QUEUE, call, "queue %d does not exist: use one below gaspi_queue_num, or create it", queue);
}

/* ---- requests ---- */

/* Data to move; several elements for the list forms. */
struct transfer {
  const char *call;
  bool read;
  gaspi_number_t num;
  const gaspi_segment_id_t *segment_local;
  const gaspi_offset_t *offset_local;
  gaspi_rank_t rank;
  const gaspi_segment_id_t *segment_remote;
  const gaspi_offset_t *offset_remote;
  const gaspi_size_t *size;
  gaspi_queue_id_t queue;
};

/* A notification at the rank that gets the data. */
struct notice {
  enum order order;
  gaspi_segment_id_t segment;
  gaspi_notification_id_t id;
  gaspi_notification_t value;
};

static struct request request_of(const struct transfer *transfer, gaspi_rank_t owner, gaspi_segment_id_t segment) {
  const struct segment *target = &gtb.shared->process[owner].segment[segment];
  return (struct request){.read = transfer->read,
                          .queue = transfer->queue,
                          .rank = transfer->rank,
                          .target = target,
                          .generation = atomic_load(&target->generation)};
}

static gaspi_return_t prepare_element(const struct transfer *transfer, gaspi_number_t i, struct request *request) {
  gaspi_size_t size = transfer->size[i];
  char *local, *remote;
  if (size > gtb.config.transfer_size_max)
    return gtb_fail(GASPI_ERR_INV_COMMSIZE, transfer->call, "size %lu: at most %lu bytes at once (gaspi_transfer_size_max)", size,
                    gtb.config.transfer_size_max);
  TRY(gtb_locate(transfer->call, LOCAL, gtb.rank, transfer->segment_local[i], transfer->offset_local[i], size, &local));
  TRY(gtb_locate(transfer->call, REMOTE, transfer->rank, transfer->segment_remote[i], transfer->offset_remote[i], size, &remote));
  *request = request_of(transfer, transfer->rank, transfer->segment_remote[i]);
  request->to = transfer->read ? local : remote;
  request->from = transfer->read ? remote : local;
  request->size = size;
  return GASPI_SUCCESS;
}

static gaspi_return_t check_notification(const char *call, gaspi_notification_id_t id, gaspi_number_t num) {
  if ((gaspi_number_t)id + num <= gtb.config.notification_num) return GASPI_SUCCESS;
  return gtb_fail(GASPI_ERR_INV_NOTIF_ID, call, "notification_id %d and the %u from there on: there are only %u "
                  "(gaspi_notification_num)", id, num, gtb.config.notification_num);
}

static gaspi_return_t prepare_notice(const struct transfer *transfer, const struct notice *notice, struct request *request) {
  gaspi_rank_t owner = transfer->read ? gtb.rank : transfer->rank;
  char *unused;
  TRY(check_notification(transfer->call, notice->id, 1));
  if (notice->value == 0)
    return gtb_fail(GASPI_ERR_INV_NOTIF_VAL, transfer->call, "notification_value is 0, which means no notification: use another");
  TRY(gtb_locate(transfer->call, transfer->read ? LOCAL : REMOTE, owner, notice->segment, 0, 0, &unused));
  *request = request_of(transfer, owner, notice->segment);
  request->order = notice->order;
  request->cell = &gtb.shared->process[owner].notification[notice->segment][notice->id];
  request->value = notice->value;
  return GASPI_SUCCESS;
}

/* All of it or nothing. */
static gaspi_return_t post_locked(const struct transfer *transfer, const struct notice *notice) {
  static uint64_t calls;
  struct request request[LIST_ELEMENTS + 1];
  gaspi_number_t count = transfer->num + (notice != NULL);
  if (queues[transfer->queue].posted + count > gtb.config.queue_size_max) return GASPI_QUEUE_FULL;
  for (gaspi_number_t i = 0; i < transfer->num; i++) TRY(prepare_element(transfer, i, &request[i]));
  if (notice != NULL) TRY(prepare_notice(transfer, notice, &request[transfer->num]));
  calls++;
  for (gaspi_number_t i = 0; i < count; i++) {
    request[i].call = calls;
    gtb_post(&request[i]);
  }
  queues[transfer->queue].posted += count;
  return GASPI_SUCCESS;
}

/* A request never waits, so its timeout never passes. */
static gaspi_return_t post(const struct transfer *transfer, const struct notice *notice) {
  TRY(check_queue(transfer->call, transfer->queue));
  TRY(gtb_check_rank(transfer->call, transfer->rank));
  if (transfer->num > gtb.config.rw_list_elem_max || transfer->num > LIST_ELEMENTS)
    return gtb_fail(GASPI_ERR_INV_NUM, transfer->call, "num is %u: at most %u elements (gaspi_rw_list_elem_max)", transfer->num,
                    gtb.config.rw_list_elem_max);
  pthread_mutex_lock(&gtb.lock);
  gaspi_return_t outcome = post_locked(transfer, notice);
  pthread_mutex_unlock(&gtb.lock);
  return outcome;
}

#define TRANSFER(name, is_read, count, at)                                                                               \
  (struct transfer) {                                                                                                    \
    name, is_read, count, at segment_id_local, at offset_local, rank, at segment_id_remote, at offset_remote, at size, queue \
  }
#define ONE(name, is_read) TRANSFER(name, is_read, 1, &)
#define LIST(name, is_read) TRANSFER(name, is_read, num, )

gaspi_return_t pgaspi_write(const gaspi_segment_id_t segment_id_local, const gaspi_offset_t offset_local, const gaspi_rank_t rank,
                            const gaspi_segment_id_t segment_id_remote, const gaspi_offset_t offset_remote,
                            const gaspi_size_t size, const gaspi_queue_id_t queue, const gaspi_timeout_t timeout_ms) {
  (void)timeout_ms;
  return post(&ONE("write", false), NULL);
}
PROFILED(write)

gaspi_return_t pgaspi_read(const gaspi_segment_id_t segment_id_local, const gaspi_offset_t offset_local, const gaspi_rank_t rank,
                           const gaspi_segment_id_t segment_id_remote, const gaspi_offset_t offset_remote,
                           const gaspi_size_t size, const gaspi_queue_id_t queue, const gaspi_timeout_t timeout_ms) {
  (void)timeout_ms;
  return post(&ONE("read", true), NULL);
}
PROFILED(read)

gaspi_return_t pgaspi_write_list(const gaspi_number_t num, gaspi_segment_id_t *const segment_id_local,
                                 gaspi_offset_t *const offset_local, const gaspi_rank_t rank,
                                 gaspi_segment_id_t *const segment_id_remote, gaspi_offset_t *const offset_remote,
                                 gaspi_size_t *const size, const gaspi_queue_id_t queue, const gaspi_timeout_t timeout_ms) {
  (void)timeout_ms;
  return post(&LIST("write_list", false), NULL);
}
PROFILED(write_list)

gaspi_return_t pgaspi_read_list(const gaspi_number_t num, gaspi_segment_id_t *const segment_id_local,
                                gaspi_offset_t *const offset_local, const gaspi_rank_t rank,
                                gaspi_segment_id_t *const segment_id_remote, gaspi_offset_t *const offset_remote,
                                gaspi_size_t *const size, const gaspi_queue_id_t queue, const gaspi_timeout_t timeout_ms) {
  (void)timeout_ms;
  return post(&LIST("read_list", true), NULL);
}
PROFILED(read_list)

gaspi_return_t pgaspi_notify(const gaspi_segment_id_t segment_id_remote, const gaspi_rank_t rank,
                             const gaspi_notification_id_t notification_id, const gaspi_notification_t notification_value,
                             const gaspi_queue_id_t queue, const gaspi_timeout_t timeout_ms) {
  (void)timeout_ms;
  return post(&(struct transfer){.call = "notify", .rank = rank, .queue = queue},
              &(struct notice){AFTER_WRITES, segment_id_remote, notification_id, notification_value});
}
PROFILED(notify)

gaspi_return_t pgaspi_write_notify(const gaspi_segment_id_t segment_id_local, const gaspi_offset_t offset_local,
                                   const gaspi_rank_t rank, const gaspi_segment_id_t segment_id_remote,
                                   const gaspi_offset_t offset_remote, const gaspi_size_t size,
                                   const gaspi_notification_id_t notification_id, const gaspi_notification_t notification_value,
                                   const gaspi_queue_id_t queue, const gaspi_timeout_t timeout_ms) {
  (void)timeout_ms;
  return post(&ONE("write_notify", false),
              &(struct notice){AFTER_ITS_DATA, segment_id_remote, notification_id, notification_value});
}
PROFILED(write_notify)

gaspi_return_t pgaspi_write_list_notify(const gaspi_number_t num, gaspi_segment_id_t *const segment_id_local,
                                        gaspi_offset_t *const offset_local, const gaspi_rank_t rank,
                                        gaspi_segment_id_t *const segment_id_remote, gaspi_offset_t *const offset_remote,
                                        gaspi_size_t *const size, const gaspi_segment_id_t segment_id_notification,
                                        const gaspi_notification_id_t notification_id,
                                        const gaspi_notification_t notification_value, const gaspi_queue_id_t queue,
                                        const gaspi_timeout_t timeout_ms) {
  (void)timeout_ms;
  return post(&LIST("write_list_notify", false),
              &(struct notice){AFTER_ITS_DATA, segment_id_notification, notification_id, notification_value});
}
PROFILED(write_list_notify)

/* The notification of a read appears here, with the value 1. */
gaspi_return_t pgaspi_read_notify(const gaspi_segment_id_t segment_id_local, const gaspi_offset_t offset_local,
                                  const gaspi_rank_t rank, const gaspi_segment_id_t segment_id_remote,
                                  const gaspi_offset_t offset_remote, const gaspi_size_t size,
                                  const gaspi_notification_id_t notification_id, const gaspi_queue_id_t queue,
                                  const gaspi_timeout_t timeout_ms) {
  (void)timeout_ms;
  return post(&ONE("read_notify", true), &(struct notice){AFTER_ITS_DATA, segment_id_local, notification_id, 1});
}
PROFILED(read_notify)

gaspi_return_t pgaspi_read_list_notify(const gaspi_number_t num, gaspi_segment_id_t *const segment_id_local,
                                       gaspi_offset_t *const offset_local, const gaspi_rank_t rank,
                                       gaspi_segment_id_t *const segment_id_remote, gaspi_offset_t *const offset_remote,
                                       gaspi_size_t *const size, const gaspi_segment_id_t segment_id_notification,
                                       const gaspi_notification_id_t notification_id, const gaspi_queue_id_t queue,
                                       const gaspi_timeout_t timeout_ms) {
  (void)timeout_ms;
  return post(&LIST("read_list_notify", true), &(struct notice){AFTER_ITS_DATA, segment_id_notification, notification_id, 1});
}
PROFILED(read_list_notify)

/* ---- completion ---- */

gaspi_return_t pgaspi_wait(const gaspi_queue_id_t queue, const gaspi_timeout_t timeout_ms) {
  TRY(check_queue("wait", queue));
  pthread_mutex_lock(&gtb.lock);
  bool complete = gtb_complete(queue, timeout_ms);
  if (complete) queues[queue].posted = 0;
  pthread_mutex_unlock(&gtb.lock);
  return complete ? GASPI_SUCCESS : GASPI_TIMEOUT;
}
PROFILED(wait)

static gaspi_return_t check_notifications(const char *call, gaspi_segment_id_t segment, gaspi_notification_id_t id,
                                          gaspi_number_t num) {
  char *unused;
  TRY(gtb_check_ready(call));
  TRY(gtb_locate(call, LOCAL, gtb.rank, segment, 0, 0, &unused));
  return check_notification(call, id, num);
}

gaspi_return_t pgaspi_notify_waitsome(const gaspi_segment_id_t segment_id_local, const gaspi_notification_id_t notification_begin,
                                      const gaspi_number_t num, gaspi_notification_id_t *const first_id,
                                      const gaspi_timeout_t timeout_ms) {
  TRY(check_notifications("notify_waitsome", segment_id_local, notification_begin, num));
  TRY_POINTER("notify_waitsome", first_id);
  if (num == 0) return GASPI_SUCCESS;
  _Atomic uint32_t *cell = &gtb.own->notification[segment_id_local][notification_begin];
  struct patience patience = gtb_patience(timeout_ms);
  do {
    for (gaspi_number_t i = 0; i < num; i++)
      if (atomic_load(&cell[i]) != 0) {
        *first_id = (gaspi_notification_id_t)(notification_begin + i);
        return GASPI_SUCCESS;
      }
  } while (gtb_pause(&patience));
  return GASPI_TIMEOUT;
}
PROFILED(notify_waitsome)

gaspi_return_t pgaspi_notify_reset(const gaspi_segment_id_t segment_id_local, const gaspi_notification_id_t notification_id,
                                   gaspi_notification_t *const old_notification_val) {
  TRY(check_notifications("notify_reset", segment_id_local, notification_id, 1));
  gaspi_notification_t old = atomic_exchange(&gtb.own->notification[segment_id_local][notification_id], 0);
  if (old_notification_val != NULL) *old_notification_val = old;
  return GASPI_SUCCESS;
}
PROFILED(notify_reset)

/* ---- queues ---- */

gaspi_return_t pgaspi_queue_create(gaspi_queue_id_t *const queue, const gaspi_timeout_t timeout_ms) {
  (void)timeout_ms;
  TRY(gtb_check_ready("queue_create"));
  TRY_POINTER("queue_create", queue);
  pthread_mutex_lock(&gtb.lock);
  int id = 0;
  while (id < MAX_QUEUES && queues[id].exists) id++;
  if (id < MAX_QUEUES) queues[id].exists = true;
  pthread_mutex_unlock(&gtb.lock);
  if (id == MAX_QUEUES) return gtb_fail(GASPI_ERR_INV_QUEUE, "queue_create", "all %d queues exist (gaspi_queue_max)", MAX_QUEUES);
  *queue = (gaspi_queue_id_t)id;
  return GASPI_SUCCESS;
}
PROFILED(queue_create)

/* What the queue still holds stays under way, and completes nothing any more. */
static gaspi_return_t forget(const char *call, gaspi_queue_id_t queue, bool keep) {
  TRY(check_queue(call, queue));
  pthread_mutex_lock(&gtb.lock);
  queues[queue].exists = keep;
  queues[queue].posted = 0;
  pthread_mutex_unlock(&gtb.lock);
  return GASPI_SUCCESS;
}

gaspi_return_t pgaspi_queue_delete(const gaspi_queue_id_t queue) { return forget("queue_delete", queue, false); }
PROFILED(queue_delete)

gaspi_return_t pgaspi_queue_purge(const gaspi_queue_id_t queue, const gaspi_timeout_t timeout_ms) {
  (void)timeout_ms;
  return forget("queue_purge", queue, true);
}
PROFILED(queue_purge)

gaspi_return_t pgaspi_queue_size(const gaspi_queue_id_t queue, gaspi_number_t *const queue_size) {
  TRY(check_queue("queue_size", queue));
  TRY_POINTER("queue_size", queue_size);
  *queue_size = queues[queue].posted;
  return GASPI_SUCCESS;
}
PROFILED(queue_size)

gaspi_return_t pgaspi_queue_num(gaspi_number_t *const queue_num) {
  TRY(gtb_check_ready("queue_num"));
  TRY_POINTER("queue_num", queue_num);
  *queue_num = 0;
  for (int i = 0; i < MAX_QUEUES; i++) *queue_num += queues[i].exists;
  return GASPI_SUCCESS;
}
PROFILED(queue_num)
