/* Limits, time, error texts, statistics. */
#include "runtime.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LIMIT(name, type, value)                      \
  gaspi_return_t pgaspi_##name(type *const result) {  \
    TRY(gtb_check_ready(#name));                      \
    TRY_POINTER(#name, result);                       \
    *result = (type)(value);                          \
    return GASPI_SUCCESS;                             \
  }                                                   \
  PROFILED(name)

LIMIT(group_max, gaspi_number_t, gtb.config.group_max)
LIMIT(segment_max, gaspi_number_t, gtb.config.segment_max)
LIMIT(queue_max, gaspi_number_t, MAX_QUEUES)
LIMIT(queue_size_max, gaspi_number_t, gtb.config.queue_size_max)
LIMIT(transfer_size_min, gaspi_size_t, 1)
LIMIT(transfer_size_max, gaspi_size_t, gtb.config.transfer_size_max)
LIMIT(rw_list_elem_max, gaspi_number_t, gtb.config.rw_list_elem_max < LIST_ELEMENTS ? gtb.config.rw_list_elem_max : LIST_ELEMENTS)
LIMIT(notification_num, gaspi_number_t, gtb.config.notification_num)
LIMIT(passive_queue_max, gaspi_number_t, MAILBOX_SLOTS)
LIMIT(passive_transfer_size_min, gaspi_size_t, 1)
LIMIT(passive_transfer_size_max, gaspi_size_t, gtb.config.passive_transfer_size_max)
LIMIT(allreduce_elem_max, gaspi_number_t, gtb.config.allreduce_elem_max)
LIMIT(allreduce_buf_size, gaspi_size_t, gtb.config.allreduce_buf_size)
LIMIT(network_type, gaspi_network_t, gtb.config.network)
LIMIT(build_infrastructure, gaspi_number_t, gtb.config.build_infrastructure)

/* ---- time: a tick is a nanosecond ---- */

gaspi_return_t pgaspi_time_ticks(gaspi_cycles_t *const ticks) {
  TRY_POINTER("time_ticks", ticks);
  *ticks = gtb_nanoseconds();
  return GASPI_SUCCESS;
}
PROFILED(time_ticks)

/* Milliseconds since the first call: a float would not tell two moments of an uptime apart. */
gaspi_return_t pgaspi_time_get(gaspi_time_t *const wtime) {
  static _Atomic uint64_t start;
  TRY_POINTER("time_get", wtime);
  uint64_t now = gtb_nanoseconds(), none = 0;
  atomic_compare_exchange_strong(&start, &none, now);
  *wtime = (gaspi_time_t)((double)(now - atomic_load(&start)) / 1e6);
  return GASPI_SUCCESS;
}
PROFILED(time_get)

/* Of the ticks: ticks / (1e6 * cpu_mhz) are seconds. */
gaspi_return_t pgaspi_cpu_frequency(gaspi_float *const cpu_mhz) {
  TRY_POINTER("cpu_frequency", cpu_mhz);
  *cpu_mhz = 1000;
  return GASPI_SUCCESS;
}
PROFILED(cpu_frequency)

gaspi_return_t pgaspi_version(float *version) {
  TRY_POINTER("version", version);
  *version = 17.1f;
  return GASPI_SUCCESS;
}
PROFILED(version)

gaspi_return_t pgaspi_machine_type(char const machine_type[16]) {
  TRY_POINTER("machine_type", machine_type);
  snprintf((char *)(uintptr_t)machine_type, 16, "CPU");
  return GASPI_SUCCESS;
}
PROFILED(machine_type)

gaspi_return_t pgaspi_numa_socket(gaspi_uchar *const socket) {
  TRY_POINTER("numa_socket", socket);
  *socket = 0;
  return GASPI_SUCCESS;
}
PROFILED(numa_socket)

gaspi_return_t pgaspi_set_socket_affinity(const gaspi_uchar socket) {
  return socket == 0 ? GASPI_SUCCESS : GASPI_ERROR;
}
PROFILED(set_socket_affinity)

gaspi_return_t pgaspi_pcontrol(gaspi_pointer_t const argument) {
  (void)argument;
  return GASPI_SUCCESS;
}
PROFILED(pcontrol)

/* ---- errors ---- */

static const char *const texts[] = {
    [GASPI_SUCCESS] = "success",
    [GASPI_TIMEOUT] = "timeout",
    [GASPI_ERR_EMFILE] = "too many open files",
    [GASPI_ERR_ENV] = "the environment does not allow it",
    [GASPI_ERR_SN_PORT] = "invalid port",
    [GASPI_ERR_CONFIG] = "invalid configuration",
    [GASPI_ERR_NOINIT] = "not initialised",
    [GASPI_ERR_INITED] = "already initialised",
    [GASPI_ERR_NULLPTR] = "null pointer",
    [GASPI_ERR_INV_SEGSIZE] = "invalid segment size",
    [GASPI_ERR_INV_SEG] = "invalid segment",
    [GASPI_ERR_INV_GROUP] = "invalid group",
    [GASPI_ERR_INV_RANK] = "invalid rank",
    [GASPI_ERR_INV_QUEUE] = "invalid queue",
    [GASPI_ERR_INV_LOC_OFF] = "local offset beyond the segment",
    [GASPI_ERR_INV_REM_OFF] = "remote offset beyond the segment",
    [GASPI_ERR_INV_COMMSIZE] = "invalid size of a transfer",
    [GASPI_ERR_INV_NOTIF_VAL] = "invalid notification value",
    [GASPI_ERR_INV_NOTIF_ID] = "invalid notification",
    [GASPI_ERR_INV_NUM] = "invalid count",
    [GASPI_ERR_INV_SIZE] = "invalid size",
    [GASPI_ERR_MANY_SEG] = "too many segments",
    [GASPI_ERR_MANY_GRP] = "too many groups",
    [GASPI_QUEUE_FULL] = "queue full",
    [GASPI_ERR_UNALIGN_OFF] = "offset not aligned",
    [GASPI_ERR_ACTIVE_COLL] = "another collective is unfinished",
    [GASPI_ERR_DEVICE] = "device error",
    [GASPI_ERR_SN] = "error of the internal network",
    [GASPI_ERR_MEMALLOC] = "no memory",
};

gaspi_string_t pgaspi_error_str(gaspi_return_t error_code) {
  bool known = error_code >= 0 && (size_t)error_code < sizeof texts / sizeof *texts;
  return (gaspi_string_t)(uintptr_t)(known ? texts[error_code] : "general error");
}
PROFILED(error_str)

/* The caller frees the text. */
gaspi_return_t pgaspi_print_error(gaspi_return_t error_code, gaspi_string_t *error_message) {
  TRY_POINTER("print_error", error_message);
  *error_message = strdup(pgaspi_error_str(error_code));
  return *error_message != NULL ? GASPI_SUCCESS : GASPI_ERR_MEMALLOC;
}
PROFILED(print_error)

gaspi_return_t pgaspi_error_message(gaspi_return_t error_code, gaspi_string_t *error_message) {
  return pgaspi_print_error(error_code, error_message);
}
PROFILED(error_message)

static void print(const char *format, va_list arguments) {
  char text[1024];
  vsnprintf(text, sizeof text, format, arguments);
  printf("[%d] %s", gtb.rank, text);
  fflush(stdout);
}

void pgaspi_printf(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  print(format, arguments);
  va_end(arguments);
}
PROFILED(printf)

void pgaspi_printf_to(gaspi_rank_t rank, const char *format, ...) {
  (void)rank;
  va_list arguments;
  va_start(arguments, format);
  print(format, arguments);
  va_end(arguments);
}
PROFILED(printf_to)

/* ---- statistics: there are no counters ---- */

gaspi_return_t pgaspi_statistic_verbosity_level(gaspi_number_t verbosity_level) {
  (void)verbosity_level;
  return GASPI_SUCCESS;
}
PROFILED(statistic_verbosity_level)

gaspi_return_t pgaspi_statistic_counter_max(gaspi_number_t *counter_max) {
  TRY_POINTER("statistic_counter_max", counter_max);
  *counter_max = 0;
  return GASPI_SUCCESS;
}
PROFILED(statistic_counter_max)

static gaspi_return_t no_counter(const char *call, gaspi_statistic_counter_t counter) {
  return gtb_fail(GASPI_ERROR, call, "counter %u does not exist: gaspi_statistic_counter_max says 0", counter);
}

gaspi_return_t pgaspi_statistic_counter_info(gaspi_statistic_counter_t counter, gaspi_statistic_argument_t *counter_argument,
                                             gaspi_string_t *counter_name, gaspi_string_t *counter_description,
                                             gaspi_number_t *verbosity_level) {
  (void)counter_argument, (void)counter_name, (void)counter_description, (void)verbosity_level;
  return no_counter("statistic_counter_info", counter);
}
PROFILED(statistic_counter_info)

gaspi_return_t pgaspi_statistic_counter_get(gaspi_statistic_counter_t counter, gaspi_number_t argument, unsigned long *value) {
  (void)argument, (void)value;
  return no_counter("statistic_counter_get", counter);
}
PROFILED(statistic_counter_get)

gaspi_return_t pgaspi_statistic_counter_reset(gaspi_statistic_counter_t counter) {
  return no_counter("statistic_counter_reset", counter);
}
PROFILED(statistic_counter_reset)
