/*
 * Life of a process: MPI starts the job, tells rank and size, and carries the name of the shared memory object from rank 0 to
 * the others. Only PMPI names are called, so that an MPI tool in the same program sees none of it.
 */
#define _GNU_SOURCE
#include "runtime.h"

#include <errno.h>
#include <fcntl.h>
#include <mpi.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

static const gaspi_config_t defaults = {
    .network = GASPI_ETHERNET,
    .queue_size_max = 1024,
    .queue_num = 8,
    .group_max = MAX_GROUPS,
    .segment_max = USUAL_SEGMENTS,
    .transfer_size_max = 0x7fffffff,
    .notification_num = MAX_NOTIFICATIONS,
    .passive_queue_size_max = MAILBOX_SLOTS,
    .passive_transfer_size_max = MESSAGE_BYTES,
    .allreduce_buf_size = REDUCE_BYTES,
    .allreduce_elem_max = REDUCE_ELEMENTS,
    .rw_list_elem_max = LIST_ELEMENTS,
    .build_infrastructure = GASPI_TOPOLOGY_STATIC,
};

struct runtime gtb = {.lock = PTHREAD_MUTEX_INITIALIZER};

static enum { FRESH, GREETING, CHECKING, FAILED, RUNNING, ENDING, ENDED } stage;
static bool configured;
static bool mpi_is_ours;
static MPI_Request pending = MPI_REQUEST_NULL;
static struct {
  char name[64], host[MPI_MAX_PROCESSOR_NAME]; /* the object that rank 0 created, and where */
} greeting;
static int mapped, mapped_everywhere;

/* ---- messages ---- */

gaspi_return_t gtb_fail(gaspi_return_t code, const char *call, const char *format, ...) {
  enum { ENOUGH = 20 };
  static atomic_int lines;
  int line = atomic_fetch_add(&lines, 1);
  if (line > ENOUGH) return code;
  char text[512] = "there are more such errors, which are not printed";
  va_list arguments;
  va_start(arguments, format);
  if (line < ENOUGH) vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  if (gtb.ready) fprintf(stderr, "gaspi: rank %d: gaspi_%s: %s\n", gtb.rank, call, text);
  else fprintf(stderr, "gaspi: gaspi_%s: %s\n", call, text);
  return code;
}

gaspi_return_t gtb_check_ready(const char *call) {
  if (gtb.ready) return GASPI_SUCCESS;
  return gtb_fail(GASPI_ERR_NOINIT, call, stage == ENDED ? "called after gaspi_proc_term: move it before that call"
                                                         : "called before gaspi_proc_init: call gaspi_proc_init first");
}

gaspi_return_t gtb_check_rank(const char *call, gaspi_rank_t rank) {
  if (rank < gtb.ranks) return GASPI_SUCCESS;
  return gtb_fail(GASPI_ERR_INV_RANK, call, "rank %d is out of range: there are %d ranks, the last one is %d", rank, gtb.ranks,
                  gtb.ranks - 1);
}

/* ---- waiting ---- */

uint64_t gtb_nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

struct patience gtb_patience(gaspi_timeout_t timeout) {
  bool forever = timeout > UINT64_MAX / 2000000;
  return (struct patience){forever ? 0 : gtb_nanoseconds() + timeout * 1000000, 0, forever, timeout == GASPI_TEST};
}

/* Gives the processor to whoever is waited for: there may be more ranks than processors. */
bool gtb_pause(struct patience *patience) {
  enum { YIELDS = 200, LONGEST_SLEEP = 400000 };
  if (patience->test) return false;
  if (!patience->forever && gtb_nanoseconds() >= patience->deadline) return false;
  if (patience->rounds++ < YIELDS) {
    sched_yield();
  } else {
    long sleep = 20000L * (patience->rounds - YIELDS);
    nanosleep(&(struct timespec){0, sleep < LONGEST_SLEEP ? sleep : LONGEST_SLEEP}, NULL);
  }
  return true;
}

/* ---- starting ---- */

static gaspi_return_t start_mpi(void) {
  int started, finished;
  PMPI_Initialized(&started);
  PMPI_Finalized(&finished);
  if (finished) return gtb_fail(GASPI_ERR_ENV, "proc_init", "called after MPI_Finalize: finalize MPI after gaspi_proc_term");
  if (!started) {
    int provided;
    PMPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided);
    mpi_is_ours = true;
  }
  int rank, size;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  PMPI_Comm_size(MPI_COMM_WORLD, &size);
  if (size > MAX_RANKS)
    return gtb_fail(GASPI_ERR_ENV, "proc_init", "%d ranks: this runtime has room for %d", size, MAX_RANKS);
  gtb.rank = (gaspi_rank_t)rank;
  gtb.ranks = (gaspi_rank_t)size;
  return GASPI_SUCCESS;
}

/* The name is random: an object of that name elsewhere is not ours. It is empty if there is no object. */
static void create_object(void) {
  int length;
  PMPI_Get_processor_name(greeting.host, &length);
  snprintf(greeting.name, sizeof greeting.name, "/gaspi-%d-%llx", (int)getpid(), (unsigned long long)gtb_nanoseconds());
  gtb.fd = shm_open(greeting.name, O_CREAT | O_EXCL | O_RDWR, 0600);
  if (gtb.fd >= 0 && ftruncate(gtb.fd, gtb_mirror(gtb.ranks, 0)) == 0) return;
  gtb_fail(GASPI_ERR_ENV, "proc_init", "no shared memory (%s): is /dev/shm there, and is there no limit on file sizes?",
           strerror(errno));
  if (gtb.fd >= 0) shm_unlink(greeting.name);
  greeting.name[0] = '\0';
}

static int map_object(void) {
  if (greeting.name[0] == '\0') return 0;
  if (gtb.rank != 0) gtb.fd = shm_open(greeting.name, O_RDWR, 0600);
  if (gtb.fd < 0) {
    char host[MPI_MAX_PROCESSOR_NAME];
    int length;
    PMPI_Get_processor_name(host, &length);
    gtb_fail(GASPI_ERR_ENV, "proc_init", "rank %d on %s does not see the memory of rank 0 on %s: "
             "start all ranks on one node (with one /dev/shm)", gtb.rank, host, greeting.host);
    return 0;
  }
  size_t size = sizeof(struct shared) + gtb.ranks * sizeof(struct process);
  void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, gtb.fd, 0);
  if (memory == MAP_FAILED) {
    gtb_fail(GASPI_ERR_ENV, "proc_init", "rank %d cannot map shared memory: %s", gtb.rank, strerror(errno));
    return 0;
  }
  gtb.shared = memory;
  gtb.own = &gtb.shared->process[gtb.rank];
  atomic_store(&gtb.own->pid, getpid());
  for (uint64_t i = 0; i < MAILBOX_SLOTS; i++) atomic_store(&gtb.own->mailbox.slot[i].turn, i);
  return 1;
}

static bool arrived(gaspi_timeout_t timeout) {
  struct patience patience = gtb_patience(timeout);
  for (;;) {
    int done;
    PMPI_Test(&pending, &done, MPI_STATUS_IGNORE);
    if (done) return true;
    if (!gtb_pause(&patience)) return false;
  }
}

/* Collective, in steps that a further call resumes after a timeout. */
gaspi_return_t pgaspi_proc_init(const gaspi_timeout_t timeout_ms) {
  if (gtb.ready) return gtb_fail(GASPI_ERR_INITED, "proc_init", "called twice: the process is initialised already");
  if (stage == FRESH || stage == ENDED) {
    TRY(start_mpi());
    if (!configured) gtb.config = defaults;
    if (gtb.rank == 0) create_object();
    PMPI_Ibcast(&greeting, sizeof greeting, MPI_BYTE, 0, MPI_COMM_WORLD, &pending);
    stage = GREETING;
  }
  if (stage == GREETING) {
    if (!arrived(timeout_ms)) return GASPI_TIMEOUT;
    mapped = map_object();
    PMPI_Iallreduce(&mapped, &mapped_everywhere, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD, &pending);
    stage = CHECKING;
  }
  if (stage == CHECKING) {
    if (!arrived(timeout_ms)) return GASPI_TIMEOUT;
    if (gtb.rank == 0 && greeting.name[0] != '\0') shm_unlink(greeting.name);
    stage = mapped_everywhere ? RUNNING : FAILED;
  }
  if (stage == FAILED) return GASPI_ERR_ENV;
  gtb_segment_start();
  gtb_queue_start();
  gtb_group_start();
  gtb_delay_start();
  gtb.ready = true;
  return GASPI_SUCCESS;
}
PROFILED(proc_init)

/* The memory of segments stays mapped until the process ends: late readers find their data. */
gaspi_return_t pgaspi_proc_term(const gaspi_timeout_t timeout_ms) {
  TRY(gtb_check_ready("proc_term"));
  if (stage == RUNNING) {
    pthread_mutex_lock(&gtb.lock);
    gtb_deliver_all();
    pthread_mutex_unlock(&gtb.lock);
    if (mpi_is_ours) PMPI_Ibarrier(MPI_COMM_WORLD, &pending);
    stage = ENDING;
  }
  if (!arrived(timeout_ms)) return GASPI_TIMEOUT;
  gtb.ready = false;
  stage = ENDED;
  close(gtb.fd);
  if (mpi_is_ours) PMPI_Finalize();
  return GASPI_SUCCESS;
}
PROFILED(proc_term)

/* ---- processes ---- */

gaspi_return_t pgaspi_initialized(gaspi_number_t *initialized) {
  TRY_POINTER("initialized", initialized);
  *initialized = gtb.ready;
  return GASPI_SUCCESS;
}
PROFILED(initialized)

static gaspi_return_t tell(const char *call, gaspi_rank_t *to, gaspi_rank_t value) {
  TRY(gtb_check_ready(call));
  TRY(to != NULL ? GASPI_SUCCESS : gtb_fail(GASPI_ERR_NULLPTR, call, "the result pointer is NULL: pass an address"));
  *to = value;
  return GASPI_SUCCESS;
}

gaspi_return_t pgaspi_proc_rank(gaspi_rank_t *const rank) { return tell("proc_rank", rank, gtb.rank); }
PROFILED(proc_rank)
gaspi_return_t pgaspi_proc_num(gaspi_rank_t *const proc_num) { return tell("proc_num", proc_num, gtb.ranks); }
PROFILED(proc_num)
gaspi_return_t pgaspi_proc_local_rank(gaspi_rank_t *const local_rank) {
  return tell("proc_local_rank", local_rank, gtb.rank);
}
PROFILED(proc_local_rank)
gaspi_return_t pgaspi_proc_local_num(gaspi_rank_t *const local_num) { return tell("proc_local_num", local_num, gtb.ranks); }
PROFILED(proc_local_num)

static bool alive(gaspi_rank_t rank) {
  return kill(atomic_load(&gtb.shared->process[rank].pid), 0) == 0;
}

gaspi_return_t pgaspi_proc_ping(const gaspi_rank_t rank, const gaspi_timeout_t timeout_ms) {
  (void)timeout_ms;
  TRY(gtb_check_ready("proc_ping"));
  TRY(gtb_check_rank("proc_ping", rank));
  return alive(rank) ? GASPI_SUCCESS : GASPI_ERROR;
}
PROFILED(proc_ping)

gaspi_return_t pgaspi_proc_kill(const gaspi_rank_t rank, const gaspi_timeout_t timeout_ms) {
  (void)timeout_ms;
  TRY(gtb_check_ready("proc_kill"));
  TRY(gtb_check_rank("proc_kill", rank));
  if (rank == gtb.rank)
    return gtb_fail(GASPI_ERR_INV_RANK, "proc_kill", "rank %d is the calling process: end it with exit", rank);
  return kill(atomic_load(&gtb.shared->process[rank].pid), SIGKILL) == 0 ? GASPI_SUCCESS : GASPI_ERROR;
}
PROFILED(proc_kill)

gaspi_return_t pgaspi_state_vec_get(gaspi_state_vector_t state_vector) {
  TRY(gtb_check_ready("state_vec_get"));
  TRY_POINTER("state_vec_get", state_vector);
  for (gaspi_rank_t rank = 0; rank < gtb.ranks; rank++)
    state_vector[rank] = alive(rank) ? GASPI_STATE_HEALTHY : GASPI_STATE_CORRUPT;
  return GASPI_SUCCESS;
}
PROFILED(state_vec_get)

/* Every pair of ranks is always connected. */
gaspi_return_t pgaspi_connect(const gaspi_rank_t rank, const gaspi_timeout_t timeout_ms) {
  (void)timeout_ms;
  TRY(gtb_check_ready("connect"));
  return gtb_check_rank("connect", rank);
}
PROFILED(connect)
gaspi_return_t pgaspi_disconnect(const gaspi_rank_t rank, const gaspi_timeout_t timeout_ms) {
  (void)timeout_ms;
  TRY(gtb_check_ready("disconnect"));
  return gtb_check_rank("disconnect", rank);
}
PROFILED(disconnect)

/* ---- configuration ---- */

gaspi_return_t pgaspi_config_get(gaspi_config_t *const config) {
  TRY_POINTER("config_get", config);
  *config = configured || gtb.ready ? gtb.config : defaults;
  return GASPI_SUCCESS;
}
PROFILED(config_get)

gaspi_return_t pgaspi_config_set(const gaspi_config_t new_config) {
  if (gtb.ready) return gtb_fail(GASPI_ERR_INITED, "config_set", "called after gaspi_proc_init: configure before it");
  const struct {
    const char *name;
    gaspi_size_t value, least, most;
  } bound[] = {
      {"queue_num", new_config.queue_num, 1, MAX_QUEUES},
      {"queue_size_max", new_config.queue_size_max, 1, 1 << 20},
      {"group_max", new_config.group_max, 1, MAX_GROUPS},
      {"segment_max", new_config.segment_max, 1, MAX_SEGMENTS},
      {"notification_num", new_config.notification_num, 1, MAX_NOTIFICATIONS},
      {"passive_transfer_size_max", new_config.passive_transfer_size_max, 1, MESSAGE_BYTES},
      {"allreduce_elem_max", new_config.allreduce_elem_max, 1, REDUCE_ELEMENTS},
      {"allreduce_buf_size", new_config.allreduce_buf_size, 1, REDUCE_BYTES},
  };
  for (size_t i = 0; i < sizeof bound / sizeof *bound; i++)
    if (bound[i].value < bound[i].least || bound[i].value > bound[i].most)
      return gtb_fail(GASPI_ERR_CONFIG, "config_set", "%s is %lu: choose %lu to %lu", bound[i].name, bound[i].value,
                      bound[i].least, bound[i].most);
  gtb.config = new_config;
  configured = true;
  return GASPI_SUCCESS;
}
PROFILED(config_set)
