/* Start, end, queries, and what all calls need. MPI is used to start and to end, never in between. */
#include "runtime.h"

#include <mpi.h>
#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define DEFAULT_HEAP ((size_t)64 << 20)

int my_pe, n_pes;
static enum { NOT_YET, RUNNING, OVER } state;
static bool finalize_mpi;
static pid_t process; /* a forked child is no PE */
static int thread_level;

static bool mpi_is_active(void) {
  int initialized, finalized;
  PMPI_Initialized(&initialized);
  PMPI_Finalized(&finalized);
  return initialized && !finalized;
}

static _Noreturn void end_all(int status) {
  fflush(NULL);
  nanosleep(&(struct timespec){0, 200000000}, NULL); /* launchers lose what was printed just before the end */
  if (mpi_is_active()) PMPI_Abort(MPI_COMM_WORLD, status);
  _exit(status);
}

void fail(const char *caller, const char *format, ...) {
  char message[512], who[32] = "";
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(message, sizeof message, format, arguments);
  va_end(arguments);
  if (state == RUNNING) snprintf(who, sizeof who, "PE %d: ", my_pe);
  fprintf(stderr, "OpenSHMEM testbed: %s%s: %s\n", who, caller, message);
  end_all(1);
}

void enter(const char *caller) {
  if (__builtin_expect(state == RUNNING, 1)) return;
  fail(caller, state == NOT_YET ? "called before shmem_init" : "called after shmem_finalize");
}

/* The processors are often fewer than the PEs: whoever waits soon leaves them to others. */
void relax(unsigned *turns) {
  if (++*turns < 100) {
    sched_yield();
  } else {
    long microseconds = *turns < 200 ? 20 : 100;
    nanosleep(&(struct timespec){0, microseconds * 1000}, NULL);
  }
}

/* Volatile, or compilers would make a call of memcpy, or memset, out of it. */
typedef uint64_t __attribute__((aligned(1), may_alias)) word;

void copy(void *to, const void *from, size_t bytes) {
  volatile char *t = to;
  const volatile char *f = from;
  for (; bytes > 0 && (uintptr_t)t % sizeof(word) != 0; bytes--) *t++ = *f++;
  for (; bytes >= sizeof(word); bytes -= sizeof(word), t += sizeof(word), f += sizeof(word))
    *(volatile word *)t = *(const volatile word *)f;
  for (; bytes > 0; bytes--) *t++ = *f++;
}

void clear(void *memory, size_t bytes) {
  for (volatile char *at = memory; bytes > 0; bytes--) *at++ = 0;
}

/* A positive number and a unit (1.5, section 8). */
static size_t size_of_heap(void) {
  const char *text = getenv("SHMEM_SYMMETRIC_SIZE");
  if (text == NULL) text = getenv("SMA_SYMMETRIC_SIZE");
  if (text == NULL) return DEFAULT_HEAP;
  char *unit;
  double size = strtod(text, &unit);
  const char *units = "kKmMgGtT", *known = *unit ? strchr(units, *unit) : NULL;
  if (unit == text || !(size > 0) || (*unit && (known == NULL || unit[1])))
    fail("shmem_init", "SHMEM_SYMMETRIC_SIZE=%s is not a size such as 64M", text);
  if (known) size *= (double)((size_t)1 << 10 * ((known - units) / 2 + 1));
  return (size_t)size + 1;
}

static void inform(void) {
  if (my_pe != 0) return;
  if (getenv("SHMEM_VERSION") || getenv("SMA_VERSION"))
    printf("%s, OpenSHMEM %d.%d\n", SHMEM_VENDOR_STRING, SHMEM_MAJOR_VERSION, SHMEM_MINOR_VERSION);
  if (getenv("SHMEM_INFO") || getenv("SMA_INFO"))
    printf("SHMEM_VERSION            print the version\n"
           "SHMEM_INFO               print this\n"
           "SHMEM_SYMMETRIC_SIZE     size of the symmetric heap of a PE, default 64M\n"
           "FENCEPOST_TESTBED_DELAY  a number: delay and reorder deliveries as the standard allows; it seeds the choice\n");
}

static void finalize(void) {
  stop_delivery();
  synchronise(&SHMEM_TEAM_WORLD->group);
  state = OVER;
  unmap_symmetric_memory();
  if (finalize_mpi && mpi_is_active()) PMPI_Finalize();
}

/* Implicit finalisation (deprecated since 1.2): only of a program that ends well, or its peers would wait for ever. */
static void at_exit(int status, void *unused) {
  (void)unused;
  if (state == RUNNING && status == 0 && getpid() == process) finalize();
}

static void start(const char *caller, int requested) {
  if (state == RUNNING) fail(caller, "called a second time");
  if (state == OVER) fail(caller, "called after shmem_finalize");
  if (!mpi_is_active()) {
    PMPI_Init_thread(NULL, NULL, requested == SHMEM_THREAD_MULTIPLE ? MPI_THREAD_MULTIPLE : MPI_THREAD_SERIALIZED, &(int){0});
    finalize_mpi = true;
  }
  PMPI_Comm_rank(MPI_COMM_WORLD, &my_pe);
  PMPI_Comm_size(MPI_COMM_WORLD, &n_pes);
  map_symmetric_memory(size_of_heap());
  open_predefined_teams();
  start_delivery();
  thread_level = requested;
  process = getpid();
  state = RUNNING;
  on_exit(at_exit, NULL);
  inform();
  PMPI_Barrier(MPI_COMM_WORLD); /* the work arrays of the teams are ready */
}

API(void, shmem_init, void) { start(CALLER, SHMEM_THREAD_SINGLE); }

API(int, shmem_init_thread, int requested, int *provided) {
  if (requested < SHMEM_THREAD_SINGLE || requested > SHMEM_THREAD_MULTIPLE) fail(CALLER, "there is no thread level %d", requested);
  start(CALLER, requested);
  if (provided) *provided = requested;
  return 0;
}

/* A second call does nothing (1.5, section 9.1.10). */
API(void, start_pes, int npes) {
  (void)npes;
  if (state != RUNNING) start(CALLER, SHMEM_THREAD_SINGLE);
}

API(void, shmem_finalize, void) {
  enter(CALLER);
  finalize();
}

API(void, shmem_global_exit, int status) {
  enter(CALLER);
  end_all(status);
}

API(void, shmem_query_thread, int *provided) {
  enter(CALLER);
  *provided = thread_level;
}

API(int, shmem_my_pe, void) {
  enter(CALLER);
  return my_pe;
}

API(int, shmem_n_pes, void) {
  enter(CALLER);
  return n_pes;
}

API(int, _my_pe, void) {
  enter("_my_pe");
  return my_pe;
}

API(int, _num_pes, void) {
  enter("_num_pes");
  return n_pes;
}

API(int, shmem_pe_accessible, int pe) {
  enter(CALLER);
  return pe >= 0 && pe < n_pes;
}

API(int, shmem_addr_accessible, const void *addr, int pe) {
  enter(CALLER);
  return pe >= 0 && pe < n_pes && find_counterpart(addr, 1, pe, false) != NULL;
}

API(void *, shmem_ptr, const void *dest, int pe) {
  enter(CALLER);
  pe = pe_in(CALLER, SHMEM_CTX_DEFAULT, pe);
  expect_stores_to(pe);
  return find_counterpart(dest, 1, pe, false);
}

API(void *, shmem_team_ptr, shmem_team_t team, const void *dest, int pe) {
  enter(CALLER);
  if (team == SHMEM_TEAM_INVALID) return NULL;
  pe = pe_in(CALLER, &(struct shmem_testbed_ctx){.team = team}, pe);
  expect_stores_to(pe);
  return find_counterpart(dest, 1, pe, false);
}

API(void, shmem_info_get_version, int *major, int *minor) {
  *major = SHMEM_MAJOR_VERSION;
  *minor = SHMEM_MINOR_VERSION;
}

API(void, shmem_info_get_name, char *name) { copy(name, SHMEM_VENDOR_STRING, sizeof SHMEM_VENDOR_STRING); }

API(void, shmem_pcontrol, int level, ...) { (void)level; }

/* Caches are coherent: the deprecated calls that manage them have nothing to do. */
API(void, shmem_set_cache_inv, void) {}
API(void, shmem_clear_cache_inv, void) {}
API(void, shmem_udcflush, void) {}
API(void, shmem_set_cache_line_inv, void *dest) { (void)dest; }
API(void, shmem_clear_cache_line_inv, void *dest) { (void)dest; }
API(void, shmem_udcflush_line, void *dest) { (void)dest; }
