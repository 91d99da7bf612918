// Start and end, queries, and what is symmetric: globals and statics of every kind, the heap, and nothing else.
#include "check.h"

#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

long in_data = 5, in_bss[100000];
const long constant = 7;
static const char *pointer = "text"; // differs from PE to PE when the program is loaded at different addresses
static struct {
  char before;
  double value;
} structure = {1, 2.5};
static shmem_ctx_t context = SHMEM_CTX_DEFAULT;
static shmem_team_t teams[] = {SHMEM_TEAM_WORLD, SHMEM_TEAM_SHARED, SHMEM_TEAM_INVALID};

// Names like those inside the runtime: they are the program's.
int my_pe = 1, n_pes = 2, heap = 3, shared = 4;
void fail(void), enter(void), copy(void), fence(void), quiet(void);
void fail(void) {}
void enter(void) {}
void copy(void) {}
void fence(void) {}
void quiet(void) {}

static void queries(void) {
  int major, minor, level;
  char name[SHMEM_MAX_NAME_LEN];
  shmem_info_get_version(&major, &minor);
  shmem_info_get_name(name);
  shmem_query_thread(&level);
  CHECK(major == 1 && minor == 5 && level == SHMEM_THREAD_SINGLE && strcmp(name, SHMEM_VENDOR_STRING) == 0);
  CHECK(me >= 0 && me < pes && shmem_pe_accessible(right) && !shmem_pe_accessible(pes) && !shmem_pe_accessible(-1));
  CHECK(context == SHMEM_CTX_DEFAULT && shmem_team_n_pes(teams[1]) == pes && teams[2] == SHMEM_TEAM_INVALID);
  shmem_pcontrol(1);
}

static void globals(void) {
  static int local = 3;
  CHECK(in_data == 5 && in_bss[99999] == 0 && local == 3 && structure.value == 2.5 && strcmp(pointer, "text") == 0);
  shmem_barrier_all();
  shmem_long_p(&in_data, 100 + me, right);
  shmem_long_p(&in_bss[99999], 200 + me, right);
  shmem_int_p(&local, 300 + me, right);
  shmem_double_p(&structure.value, 0.5 + me, right);
  shmem_barrier_all();
  CHECK(in_data == 100 + left && in_bss[99999] == 200 + left && local == 300 + left && structure.value == 0.5 + left);
  CHECK(shmem_long_g(&constant, right) == 7 && structure.before == 1 && strcmp(pointer, "text") == 0);
  CHECK(shmem_long_g(&in_data, right) == 100 + me);
}

static void addresses(void) {
  int on_stack, *in_heap = shmem_malloc(sizeof *in_heap), *private = malloc(sizeof *private);
  CHECK(shmem_addr_accessible(in_heap, right) && shmem_addr_accessible(&in_data, right));
  CHECK(!shmem_addr_accessible(&on_stack, right) && !shmem_addr_accessible(private, right));
  CHECK(shmem_ptr(private, right) == NULL && shmem_ptr(in_heap, me) == in_heap && shmem_ptr(&in_data, me) == &in_data);
  *(int *)shmem_ptr(in_heap, right) = me;
  *(long *)shmem_team_ptr(SHMEM_TEAM_WORLD, &in_data, right) = 50 + me;
  shmem_barrier_all();
  CHECK(*in_heap == left && in_data == 50 + left);
  CHECK(shmem_team_ptr(SHMEM_TEAM_INVALID, &in_data, right) == NULL);
  shmem_free(in_heap);
  free(private);
}

// A child has globals of its own, although those of its parent are shared with other PEs.
static void child(void) {
  in_data = 1;
  pid_t child = fork();
  if (child == 0) {
    in_data++;
    _exit(in_data == 2 ? 0 : 1);
  }
  int status;
  CHECK(child > 0 && waitpid(child, &status, 0) == child && status == 0 && in_data == 1);
  CHECK(system("true") == 0);
}

int main(void) {
  start();
  queries();
  globals();
  addresses();
  child();
  shmem_set_cache_inv(), shmem_clear_cache_inv(), shmem_udcflush();
  shmem_set_cache_line_inv(&in_data), shmem_clear_cache_line_inv(&in_data), shmem_udcflush_line(&in_data);
  shmem_finalize();
  CHECK(in_data == 1 && my_pe == 1 && n_pes == 2 && heap == 3 && shared == 4); // the variables remain
  return 0;
}
