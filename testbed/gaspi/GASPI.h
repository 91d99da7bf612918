/*
 * GASPI 17.1, with the names, types and values of GPI-2. Every procedure exists twice: gaspi_x is a weak alias of pgaspi_x,
 * so that a profiling library can define gaspi_x and call pgaspi_x (section "Profiling interface" of the standard).
 */
#ifndef GASPI_H
#define GASPI_H

#ifdef __cplusplus
extern "C" {
#endif

/* ---- types ---- */

typedef char gaspi_char;
typedef unsigned char gaspi_uchar;
typedef short gaspi_short;
typedef unsigned short gaspi_ushort;
typedef int gaspi_int;
typedef unsigned int gaspi_uint;
typedef long gaspi_long;
typedef unsigned long gaspi_ulong;
typedef float gaspi_float;
typedef double gaspi_double;

typedef unsigned long gaspi_timeout_t; /* milliseconds, GASPI_BLOCK or GASPI_TEST */
typedef unsigned short gaspi_rank_t;
typedef unsigned char gaspi_group_t;
typedef unsigned int gaspi_number_t;
typedef void *gaspi_pointer_t;
typedef void *gaspi_reduce_state_t;
typedef unsigned char gaspi_queue_id_t;
typedef unsigned long gaspi_size_t;
typedef unsigned long gaspi_alloc_t;
typedef unsigned char gaspi_segment_id_t;
typedef unsigned long gaspi_offset_t;
typedef unsigned long gaspi_atomic_value_t;
typedef float gaspi_time_t;
typedef unsigned long gaspi_cycles_t;
typedef unsigned short gaspi_notification_id_t;
typedef unsigned int gaspi_notification_t;
typedef unsigned int gaspi_statistic_counter_t;
typedef char *gaspi_string_t;
typedef int gaspi_memory_description_t;

static const gaspi_group_t GASPI_GROUP_ALL = 0;
static const gaspi_timeout_t GASPI_BLOCK = 0xffffffffffffffffUL;
static const gaspi_timeout_t GASPI_TEST = 0;

typedef enum {
  GASPI_ERROR = -1,
  GASPI_SUCCESS = 0,
  GASPI_TIMEOUT = 1,
  GASPI_ERR_EMFILE = 2,
  GASPI_ERR_ENV = 3,
  GASPI_ERR_SN_PORT = 4,
  GASPI_ERR_CONFIG = 5,
  GASPI_ERR_NOINIT = 6,
  GASPI_ERR_INITED = 7,
  GASPI_ERR_NULLPTR = 8,
  GASPI_ERR_INV_SEGSIZE = 9,
  GASPI_ERR_INV_SEG = 10,
  GASPI_ERR_INV_GROUP = 11,
  GASPI_ERR_INV_RANK = 12,
  GASPI_ERR_INV_QUEUE = 13,
  GASPI_ERR_INV_LOC_OFF = 14,
  GASPI_ERR_INV_REM_OFF = 15,
  GASPI_ERR_INV_COMMSIZE = 16,
  GASPI_ERR_INV_NOTIF_VAL = 17,
  GASPI_ERR_INV_NOTIF_ID = 18,
  GASPI_ERR_INV_NUM = 19,
  GASPI_ERR_INV_SIZE = 20,
  GASPI_ERR_MANY_SEG = 21,
  GASPI_ERR_MANY_GRP = 22,
  GASPI_QUEUE_FULL = 23,
  GASPI_ERR_UNALIGN_OFF = 24,
  GASPI_ERR_ACTIVE_COLL = 25,
  GASPI_ERR_DEVICE = 26,
  GASPI_ERR_SN = 27,
  GASPI_ERR_MEMALLOC = 28
} gaspi_return_t;

typedef enum { GASPI_IB = 0, GASPI_ROCE = 1, GASPI_ETHERNET = 2, GASPI_GEMINI = 3, GASPI_ARIES = 4 } gaspi_network_t;

typedef enum { GASPI_OP_MIN = 0, GASPI_OP_MAX = 1, GASPI_OP_SUM = 2 } gaspi_operation_t;

typedef enum {
  GASPI_TYPE_INT = 0,
  GASPI_TYPE_UINT = 1,
  GASPI_TYPE_FLOAT = 2,
  GASPI_TYPE_DOUBLE = 3,
  GASPI_TYPE_LONG = 4,
  GASPI_TYPE_ULONG = 5
} gaspi_datatype_t;

typedef enum { GASPI_STATE_HEALTHY = 0, GASPI_STATE_CORRUPT = 1 } gaspi_state_t;
typedef gaspi_state_t *gaspi_state_vector_t; /* one state for each rank */

enum gaspi_alloc_policy_flags { GASPI_MEM_UNINITIALIZED = 0, GASPI_MEM_INITIALIZED = 1 };
#define GASPI_ALLOC_DEFAULT GASPI_MEM_UNINITIALIZED

typedef enum { GASPI_TOPOLOGY_NONE = 0, GASPI_TOPOLOGY_STATIC = 1, GASPI_TOPOLOGY_DYNAMIC = 2 } gaspi_topology_t;

typedef enum { GASPI_STATISTIC_ARGUMENT_NONE, GASPI_STATISTIC_ARGUMENT_RANK } gaspi_statistic_argument_t;

typedef struct {
  gaspi_network_t network_type;
  struct {
    struct {
      gaspi_int netdev_id;
      gaspi_uint mtu;
      gaspi_uint port_check;
    } ib;
    struct {
      gaspi_uint port;
    } tcp;
  } params;
} gaspi_dev_config_t;

typedef struct gaspi_config {
  /* of GPI-2; kept, but without effect here */
  gaspi_uint logger;
  gaspi_uint sn_port;
  gaspi_uint net_info;
  gaspi_uint user_net;
  gaspi_int sn_persistent;
  gaspi_timeout_t sn_timeout;
  gaspi_dev_config_t dev_config;
  /* of the standard */
  gaspi_network_t network;
  gaspi_uint queue_size_max;
  gaspi_uint queue_num;
  gaspi_number_t group_max;
  gaspi_number_t segment_max;
  gaspi_size_t transfer_size_max;
  gaspi_number_t notification_num;
  gaspi_number_t passive_queue_size_max;
  gaspi_number_t passive_transfer_size_max;
  gaspi_size_t allreduce_buf_size;
  gaspi_number_t allreduce_elem_max;
  gaspi_number_t rw_list_elem_max;
  gaspi_topology_t build_infrastructure;
  void *user_defined;
} gaspi_config_t;

typedef gaspi_return_t (*gaspi_reduce_operation_t)(gaspi_pointer_t const operand_one, gaspi_pointer_t const operand_two,
                                                   gaspi_pointer_t const result, gaspi_reduce_state_t const state,
                                                   const gaspi_number_t num, const gaspi_size_t element_size,
                                                   const gaspi_timeout_t timeout_ms);

/* ---- procedures: gaspi_NAME(...) and pgaspi_NAME(...) ---- */

#define GASPI_PROCEDURE(name, ...)          \
  gaspi_return_t gaspi_##name(__VA_ARGS__); \
  gaspi_return_t pgaspi_##name(__VA_ARGS__);

/* setup and processes */
GASPI_PROCEDURE(config_get, gaspi_config_t *const config)
GASPI_PROCEDURE(config_set, const gaspi_config_t new_config)
GASPI_PROCEDURE(version, float *version)
GASPI_PROCEDURE(proc_init, const gaspi_timeout_t timeout_ms)
GASPI_PROCEDURE(proc_term, const gaspi_timeout_t timeout_ms)
GASPI_PROCEDURE(initialized, gaspi_number_t *initialized)
GASPI_PROCEDURE(proc_rank, gaspi_rank_t *const rank)
GASPI_PROCEDURE(proc_num, gaspi_rank_t *const proc_num)
GASPI_PROCEDURE(proc_local_rank, gaspi_rank_t *const local_rank)
GASPI_PROCEDURE(proc_local_num, gaspi_rank_t *const local_num)
GASPI_PROCEDURE(proc_kill, const gaspi_rank_t rank, const gaspi_timeout_t timeout_ms)
GASPI_PROCEDURE(proc_ping, const gaspi_rank_t rank, const gaspi_timeout_t timeout_ms)
GASPI_PROCEDURE(connect, const gaspi_rank_t rank, const gaspi_timeout_t timeout_ms)
GASPI_PROCEDURE(disconnect, const gaspi_rank_t rank, const gaspi_timeout_t timeout_ms)
GASPI_PROCEDURE(state_vec_get, gaspi_state_vector_t state_vector)

/* groups and collectives */
GASPI_PROCEDURE(group_create, gaspi_group_t *const group)
GASPI_PROCEDURE(group_delete, const gaspi_group_t group)
GASPI_PROCEDURE(group_add, const gaspi_group_t group, const gaspi_rank_t rank)
GASPI_PROCEDURE(group_commit, const gaspi_group_t group, const gaspi_timeout_t timeout_ms)
GASPI_PROCEDURE(group_num, gaspi_number_t *const group_num)
GASPI_PROCEDURE(group_size, const gaspi_group_t group, gaspi_number_t *const group_size)
GASPI_PROCEDURE(group_ranks, const gaspi_group_t group, gaspi_rank_t *const group_ranks)
GASPI_PROCEDURE(group_max, gaspi_number_t *const group_max)
GASPI_PROCEDURE(barrier, const gaspi_group_t group, const gaspi_timeout_t timeout_ms)
GASPI_PROCEDURE(allreduce, gaspi_pointer_t const buffer_send, gaspi_pointer_t const buffer_receive,
                const gaspi_number_t num, const gaspi_operation_t operation, const gaspi_datatype_t datatyp,
                const gaspi_group_t group, const gaspi_timeout_t timeout_ms)
GASPI_PROCEDURE(allreduce_user, gaspi_pointer_t const buffer_send, gaspi_pointer_t const buffer_receive,
                const gaspi_number_t num, const gaspi_size_t element_size, gaspi_reduce_operation_t const reduce_operation,
                gaspi_reduce_state_t const reduce_state, const gaspi_group_t group, const gaspi_timeout_t timeout_ms)
GASPI_PROCEDURE(allreduce_elem_max, gaspi_number_t *const elem_max)
GASPI_PROCEDURE(allreduce_buf_size, gaspi_size_t *const buf_size)

/* segments */
GASPI_PROCEDURE(segment_alloc, const gaspi_segment_id_t segment_id, const gaspi_size_t size, const gaspi_alloc_t alloc_policy)
GASPI_PROCEDURE(segment_register, const gaspi_segment_id_t segment_id, const gaspi_rank_t rank, const gaspi_timeout_t timeout_ms)
GASPI_PROCEDURE(segment_create, const gaspi_segment_id_t segment_id, const gaspi_size_t size, const gaspi_group_t group,
                const gaspi_timeout_t timeout_ms, const gaspi_alloc_t alloc_policy)
GASPI_PROCEDURE(segment_bind, const gaspi_segment_id_t segment_id, gaspi_pointer_t const pointer, const gaspi_size_t size,
                const gaspi_memory_description_t memory_description)
GASPI_PROCEDURE(segment_use, const gaspi_segment_id_t segment_id, gaspi_pointer_t const pointer, const gaspi_size_t size,
                const gaspi_group_t group, const gaspi_timeout_t timeout_ms,
                const gaspi_memory_description_t memory_description)
GASPI_PROCEDURE(segment_delete, const gaspi_segment_id_t segment_id)
GASPI_PROCEDURE(segment_num, gaspi_number_t *const segment_num)
GASPI_PROCEDURE(segment_list, const gaspi_number_t num, gaspi_segment_id_t *const segment_id_list)
GASPI_PROCEDURE(segment_ptr, const gaspi_segment_id_t segment_id, gaspi_pointer_t *ptr)
GASPI_PROCEDURE(segment_size, const gaspi_segment_id_t segment_id, const gaspi_rank_t rank, gaspi_size_t *const size)
GASPI_PROCEDURE(segment_max, gaspi_number_t *const segment_max)
GASPI_PROCEDURE(segment_avail_local, gaspi_segment_id_t *const avail_seg_id)

/* one-sided communication */
GASPI_PROCEDURE(write, const gaspi_segment_id_t segment_id_local, const gaspi_offset_t offset_local, const gaspi_rank_t rank,
                const gaspi_segment_id_t segment_id_remote, const gaspi_offset_t offset_remote, const gaspi_size_t size,
                const gaspi_queue_id_t queue, const gaspi_timeout_t timeout_ms)
GASPI_PROCEDURE(read, const gaspi_segment_id_t segment_id_local, const gaspi_offset_t offset_local, const gaspi_rank_t rank,
                const gaspi_segment_id_t segment_id_remote, const gaspi_offset_t offset_remote, const gaspi_size_t size,
                const gaspi_queue_id_t queue, const gaspi_timeout_t timeout_ms)
GASPI_PROCEDURE(write_list, const gaspi_number_t num, gaspi_segment_id_t *const segment_id_local,
                gaspi_offset_t *const offset_local, const gaspi_rank_t rank, gaspi_segment_id_t *const segment_id_remote,
                gaspi_offset_t *const offset_remote, gaspi_size_t *const size, const gaspi_queue_id_t queue,
                const gaspi_timeout_t timeout_ms)
GASPI_PROCEDURE(read_list, const gaspi_number_t num, gaspi_segment_id_t *const segment_id_local,
                gaspi_offset_t *const offset_local, const gaspi_rank_t rank, gaspi_segment_id_t *const segment_id_remote,
                gaspi_offset_t *const offset_remote, gaspi_size_t *const size, const gaspi_queue_id_t queue,
                const gaspi_timeout_t timeout_ms)
GASPI_PROCEDURE(wait, const gaspi_queue_id_t queue, const gaspi_timeout_t timeout_ms)

/* notifications */
GASPI_PROCEDURE(notify, const gaspi_segment_id_t segment_id_remote, const gaspi_rank_t rank,
                const gaspi_notification_id_t notification_id, const gaspi_notification_t notification_value,
                const gaspi_queue_id_t queue, const gaspi_timeout_t timeout_ms)
GASPI_PROCEDURE(notify_waitsome, const gaspi_segment_id_t segment_id_local, const gaspi_notification_id_t notification_begin,
                const gaspi_number_t num, gaspi_notification_id_t *const first_id, const gaspi_timeout_t timeout_ms)
GASPI_PROCEDURE(notify_reset, const gaspi_segment_id_t segment_id_local, const gaspi_notification_id_t notification_id,
                gaspi_notification_t *const old_notification_val)
GASPI_PROCEDURE(write_notify, const gaspi_segment_id_t segment_id_local, const gaspi_offset_t offset_local,
                const gaspi_rank_t rank, const gaspi_segment_id_t segment_id_remote, const gaspi_offset_t offset_remote,
                const gaspi_size_t size, const gaspi_notification_id_t notification_id,
                const gaspi_notification_t notification_value, const gaspi_queue_id_t queue, const gaspi_timeout_t timeout_ms)
GASPI_PROCEDURE(write_list_notify, const gaspi_number_t num, gaspi_segment_id_t *const segment_id_local,
                gaspi_offset_t *const offset_local, const gaspi_rank_t rank, gaspi_segment_id_t *const segment_id_remote,
                gaspi_offset_t *const offset_remote, gaspi_size_t *const size,
                const gaspi_segment_id_t segment_id_notification, const gaspi_notification_id_t notification_id,
                const gaspi_notification_t notification_value, const gaspi_queue_id_t queue, const gaspi_timeout_t timeout_ms)
GASPI_PROCEDURE(read_notify, const gaspi_segment_id_t segment_id_local, const gaspi_offset_t offset_local,
                const gaspi_rank_t rank, const gaspi_segment_id_t segment_id_remote, const gaspi_offset_t offset_remote,
                const gaspi_size_t size, const gaspi_notification_id_t notification_id, const gaspi_queue_id_t queue,
                const gaspi_timeout_t timeout_ms)
GASPI_PROCEDURE(read_list_notify, const gaspi_number_t num, gaspi_segment_id_t *const segment_id_local,
                gaspi_offset_t *const offset_local, const gaspi_rank_t rank, gaspi_segment_id_t *const segment_id_remote,
                gaspi_offset_t *const offset_remote, gaspi_size_t *const size,
                const gaspi_segment_id_t segment_id_notification, const gaspi_notification_id_t notification_id,
                const gaspi_queue_id_t queue, const gaspi_timeout_t timeout_ms)
GASPI_PROCEDURE(notification_num, gaspi_number_t *const notification_num)

/* queues */
GASPI_PROCEDURE(queue_create, gaspi_queue_id_t *const queue, const gaspi_timeout_t timeout_ms)
GASPI_PROCEDURE(queue_delete, const gaspi_queue_id_t queue)
GASPI_PROCEDURE(queue_purge, const gaspi_queue_id_t queue, const gaspi_timeout_t timeout_ms)
GASPI_PROCEDURE(queue_size, const gaspi_queue_id_t queue, gaspi_number_t *const queue_size)
GASPI_PROCEDURE(queue_num, gaspi_number_t *const queue_num)
GASPI_PROCEDURE(queue_size_max, gaspi_number_t *const queue_size_max)
GASPI_PROCEDURE(queue_max, gaspi_number_t *const queue_max)
GASPI_PROCEDURE(transfer_size_min, gaspi_size_t *const transfer_size_min)
GASPI_PROCEDURE(transfer_size_max, gaspi_size_t *const transfer_size_max)
GASPI_PROCEDURE(rw_list_elem_max, gaspi_number_t *const elem_max)

/* passive communication */
GASPI_PROCEDURE(passive_send, const gaspi_segment_id_t segment_id_local, const gaspi_offset_t offset_local,
                const gaspi_rank_t rank, const gaspi_size_t size, const gaspi_timeout_t timeout_ms)
GASPI_PROCEDURE(passive_receive, const gaspi_segment_id_t segment_id_local, const gaspi_offset_t offset_local,
                gaspi_rank_t *const rem_rank, const gaspi_size_t size, const gaspi_timeout_t timeout_ms)
GASPI_PROCEDURE(passive_queue_purge, const gaspi_timeout_t timeout_ms)
GASPI_PROCEDURE(passive_queue_max, gaspi_number_t *const queue_max)
GASPI_PROCEDURE(passive_transfer_size_min, gaspi_size_t *const passive_transfer_size_min)
GASPI_PROCEDURE(passive_transfer_size_max, gaspi_size_t *const passive_transfer_size_max)

/* atomics on values of 8 bytes, aligned to 8 bytes */
GASPI_PROCEDURE(atomic_fetch_add, const gaspi_segment_id_t segment_id, const gaspi_offset_t offset, const gaspi_rank_t rank,
                const gaspi_atomic_value_t val_add, gaspi_atomic_value_t *const val_old, const gaspi_timeout_t timeout_ms)
GASPI_PROCEDURE(atomic_compare_swap, const gaspi_segment_id_t segment_id, const gaspi_offset_t offset, const gaspi_rank_t rank,
                const gaspi_atomic_value_t comparator, const gaspi_atomic_value_t val_new,
                gaspi_atomic_value_t *const val_old, const gaspi_timeout_t timeout_ms)
GASPI_PROCEDURE(atomic_max, gaspi_atomic_value_t *max_value)

/* environment, errors, statistics */
GASPI_PROCEDURE(network_type, gaspi_network_t *const network_type)
GASPI_PROCEDURE(build_infrastructure, gaspi_number_t *const build)
GASPI_PROCEDURE(time_ticks, gaspi_cycles_t *const ticks)
GASPI_PROCEDURE(time_get, gaspi_time_t *const wtime)
GASPI_PROCEDURE(cpu_frequency, gaspi_float *const cpu_mhz)
GASPI_PROCEDURE(machine_type, char const machine_type[16])
GASPI_PROCEDURE(numa_socket, gaspi_uchar *const socket)
GASPI_PROCEDURE(set_socket_affinity, const gaspi_uchar socket)
GASPI_PROCEDURE(print_error, gaspi_return_t error_code, gaspi_string_t *error_message)
GASPI_PROCEDURE(error_message, gaspi_return_t error_code, gaspi_string_t *error_message)
GASPI_PROCEDURE(statistic_verbosity_level, gaspi_number_t verbosity_level)
GASPI_PROCEDURE(statistic_counter_max, gaspi_number_t *counter_max)
GASPI_PROCEDURE(statistic_counter_info, gaspi_statistic_counter_t counter, gaspi_statistic_argument_t *counter_argument,
                gaspi_string_t *counter_name, gaspi_string_t *counter_description, gaspi_number_t *verbosity_level)
GASPI_PROCEDURE(statistic_counter_get, gaspi_statistic_counter_t counter, gaspi_number_t argument, unsigned long *value)
GASPI_PROCEDURE(statistic_counter_reset, gaspi_statistic_counter_t counter)
GASPI_PROCEDURE(pcontrol, gaspi_pointer_t const argument)

#undef GASPI_PROCEDURE

gaspi_string_t gaspi_error_str(gaspi_return_t error_code);
gaspi_string_t pgaspi_error_str(gaspi_return_t error_code);
void gaspi_printf(const char *format, ...);
void pgaspi_printf(const char *format, ...);
void gaspi_printf_to(gaspi_rank_t rank, const char *format, ...);
void pgaspi_printf_to(gaspi_rank_t rank, const char *format, ...);

#ifdef __cplusplus
}
#endif

#endif
