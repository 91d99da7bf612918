/* Who a process is, and what code it is made of. */
#define _GNU_SOURCE
#include "fencepost.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static void module_path(struct dl_phdr_info *info, char *path, size_t size) {
  snprintf(path, size, "%s", info->dlpi_name);
  if (path[0] != 0) return;
  ssize_t length = readlink("/proc/self/exe", path, size - 1); /* the executable has no name here */
  path[length < 0 ? 0 : length] = 0;
}

static int write_module(struct dl_phdr_info *info, size_t size, void *unused) {
  (void)size, (void)unused;
  char path[4096];
  module_path(info, path, sizeof path);
  uintptr_t end = 0;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    uintptr_t segment_end = info->dlpi_phdr[i].p_vaddr + info->dlpi_phdr[i].p_memsz;
    if (info->dlpi_phdr[i].p_type == PT_LOAD && segment_end > end) end = segment_end;
  }
  uint32_t words = (uint32_t)(strlen(path) / 8 + 1);
  uint64_t *record = fp_claim(FP_MODULE, 0, 0, words + 3);
  record[0] = info->dlpi_addr;
  record[1] = end;
  record[words + 1] = 0;
  __real_memcpy(record + 2, path, strlen(path) + 1);
  fp_commit();
  return 0;
}

static uint64_t own_world;

uint64_t fp_world(void) { return own_world; }
void fp_set_world(uint64_t world) { own_world = world; }

static void write_process(unsigned flags, enum fp_model model, int rank, int size, unsigned constants, uint64_t (*constant)(unsigned)) {
  uint64_t *record = fp_claim(FP_PROCESS, flags, (unsigned)model << FP_MODEL_SHIFT, 4 + constants);
  record[0] = own_world | (uint64_t)rank;
  record[1] = (uint64_t)size;
  record[2] = (uint64_t)getpid();
  for (unsigned i = 0; i < constants; i++) record[3 + i] = constant(i);
  fp_commit();
}

static int find_pmix(struct dl_phdr_info *info, size_t size, void *path) {
  (void)size;
  if (strstr(info->dlpi_name, "/mca_pmix_") == NULL) return 0;
  snprintf(path, PATH_MAX, "%s", info->dlpi_name);
  return 1;
}

/*
 * Open MPI 4 unloads this component in MPI_Finalize as soon as its thread says that it is done, which may then still be
 * inside of it. On busy machines, of which we make some, one program in a hundred crashes so: let it stay.
 */
static void keep_pmix_loaded(void) {
  char path[PATH_MAX];
  if (dl_iterate_phdr(find_pmix, path)) dlopen(path, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
}

static int using[FP_MODELS];
static int ended_one;
static int began_without; /* recording began before any model was in use */

static int models_in_use(void) {
  int count = 0;
  for (int model = 0; model < FP_MODELS; model++) count += using[model];
  return count;
}

/*
 * A program of two models may leave one of them open: it has come to its end if it has ended the other one, and exits. One
 * whose threads are of interest comes to its end when it exits, whatever it has used.
 */
static void exits(void) {
  if (began_without || (ended_one && models_in_use() > 0)) fp_ring_close();
}

/* What launchers say of a process to the process. */
static int from_launcher(const char *const names[], int otherwise) {
  for (; *names != NULL; names++)
    if (getenv(*names) != NULL) return atoi(getenv(*names));
  return otherwise;
}

/* Whether the launcher says that other processes have spawned this one. */
static int was_spawned(void) { return getenv("OMPI_PARENT_PORT") != NULL || getenv("PMI_SPAWNED") != NULL; }

/* The first threads of a process whose threads are of interest: what they do is recorded, whether or not it has a model. */
void fp_begin_threads(void) {
  static const char *const ranks[] = {"OMPI_COMM_WORLD_RANK", "PMI_RANK", "SLURM_PROCID", NULL};
  static const char *const sizes[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_NTASKS", NULL};
  if (began_without || models_in_use() > 0 || ended_one || getenv("FENCEPOST_THREADS") == NULL) return;
  if (was_spawned()) return; /* who it is will be known when it has met its parents */
  began_without = 1;
  if (!fp_ring_open()) return;
  atexit(exits);
  write_process(FP_NO_MODEL, FP_MPI, from_launcher(ranks, 0), from_launcher(sizes, 1), 0, NULL);
  dl_iterate_phdr(write_module, NULL);
}

/* ---- shaking ---- */

enum { OFTEN = 4, SELDOM_AFTER = 256, SHORT = 200000, LONG = 12000000 }; /* one of so many calls; nanoseconds */

static uint64_t choice; /* 0: nobody shakes */
static unsigned calls;

static void shake(int rank) {
  const char *seed = getenv("FENCEPOST_SHAKE");
  if (seed != NULL) choice = ((strtoull(seed, NULL, 10) + 1) * 0x9e3779b97f4a7c15 ^ (uint64_t)(rank + 1) << 20) | 1;
}

/* ---- holding calls at some places ---- */

enum { MOST_PLACES = 4, MOST_HELD = 4, CODE_ADDRESS = 48, SHARE = 20000000, TURNS = 50 };

static struct {
  uintptr_t place;
  uintptr_t after; /* nothing is held before a call here; 0 if it need not be */
  uint64_t time;   /* nanoseconds */
  int left; /* so many calls there are held */
} held_at[MOST_PLACES];

static int place_count;

struct module {
  const char *path;
  uintptr_t base;
  int found;
};

static int find_module(struct dl_phdr_info *info, size_t size, void *wanted) {
  (void)size;
  struct module *module = wanted;
  char path[4096];
  module_path(info, path, sizeof path);
  if (strcmp(path, module->path) != 0) return 0;
  module->base = info->dlpi_addr;
  return module->found = 1;
}

/*
 * Lines of a rank, the time in milliseconds, an offset in a file of code, another one that comes first (0 if none does), and the
 * path of the file.
 */
static void hold_at(int rank) {
  const char *line = getenv("FENCEPOST_HOLD");
  if (line == NULL) return;
  for (; *line != 0 && place_count < MOST_PLACES; line += strcspn(line, "\n"), line += *line != 0) {
    int of = -1;
    unsigned long long milliseconds = 0, offset = 0, first = 0;
    char path[4096];
    if (sscanf(line, "%d %llu %llu %llu %4095[^\n]", &of, &milliseconds, &offset, &first, path) != 5 || of != rank) continue;
    struct module module = {path, 0, 0};
    dl_iterate_phdr(find_module, &module);
    if (!module.found) continue;
    held_at[place_count].place = module.base + offset + 1; /* where the call returns to */
    held_at[place_count].after = first == 0 ? 0 : module.base + first + 1;
    held_at[place_count].time = milliseconds * 1000000;
    held_at[place_count++].left = MOST_HELD;
  }
}

static uint64_t processor_time(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

/*
 * The others need processor time to come first, and on a machine with much to do they may get none for long. So a hold is not over
 * before this process has had a share of it, too: what it gets while it wants to run, each of the others can have had. Those that
 * wait inside the library yield whenever they look, and get next to nothing: so it also yields as often as they may have to look.
 */
static void wait_for_others(uint64_t time) {
  nanosleep(&(struct timespec){(time_t)(time / 1000000000), (long)(time % 1000000000)}, NULL);
  for (uint64_t began = processor_time(); processor_time() - began < SHARE;) continue;
  for (int i = 0; i < TURNS; i++) sched_yield();
}

static void hold(const void *place) {
  uintptr_t code = (uintptr_t)place & (((uintptr_t)1 << CODE_ADDRESS) - 1);
  for (int i = 0; i < place_count; i++) {
    if (held_at[i].after == code) held_at[i].after = 0;
    if (held_at[i].place == code && held_at[i].after == 0 && __atomic_sub_fetch(&held_at[i].left, 1, __ATOMIC_RELAXED) >= 0)
      wait_for_others(held_at[i].time);
  }
}

void fp_hold(const void *place) {
  if (place_count > 0) hold(place);
  if (choice == 0) return;
  choice ^= choice << 13;
  choice ^= choice >> 7;
  choice ^= choice << 17;
  uint64_t number = choice * 0x2545f4914f6cdd1d >> 16;
  if (number % (OFTEN + calls++ / SELDOM_AFTER) != 0) return; /* a long run is not held for ever */
  uint64_t longest = (number >> 16) % 2 ? LONG : SHORT;
  nanosleep(&(struct timespec){0, (long)((number >> 20) % longest)}, NULL);
}

/* ---- replaying ---- */

enum { PATIENCE = 20000, MILLISECOND = 1000000 };

struct turn {
  uint64_t first_rank, first_number, second_rank, second_number; /* as the analyser wrote them */
  uint64_t depth; /* how many locks the first one held when it had this one; 0 while it has not */
  uint64_t over;
};

static struct turn *turns; /* shared by all processes */
static size_t turn_count;
static uint64_t own_rank, asked, held;

static void replay(int rank) {
  const char *name = getenv("FENCEPOST_REPLAY");
  struct stat status;
  if (name == NULL) return;
  int file = open(name, O_RDWR | O_CLOEXEC);
  if (file < 0) return;
  if (fstat(file, &status) == 0 && status.st_size >= (off_t)sizeof *turns) {
    void *map = mmap(NULL, (size_t)status.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (map != MAP_FAILED) {
      turns = map;
      turn_count = (size_t)status.st_size / sizeof *turns;
      own_rank = (uint64_t)rank;
    }
  }
  close(file);
}

static void await_turn(uint64_t number) {
  for (size_t i = 0; i < turn_count; i++) {
    if (turns[i].second_rank != own_rank || turns[i].second_number != number) continue;
    for (int waited = 0; waited < PATIENCE && !__atomic_load_n(&turns[i].over, __ATOMIC_ACQUIRE); waited++)
      nanosleep(&(struct timespec){0, MILLISECOND}, NULL);
  }
}

void fp_await_turn(void) {
  await_turn(asked);
  fp_take_turn(1);
}

void fp_take_turn(int got) {
  if (!got) return;
  held++;
  for (size_t i = 0; i < turn_count; i++)
    if (turns[i].first_rank == own_rank && turns[i].first_number == asked) turns[i].depth = held;
  asked++;
}

void fp_end_turn(void) {
  for (size_t i = 0; i < turn_count; i++)
    if (held > 0 && turns[i].first_rank == own_rank && turns[i].depth == held)
      __atomic_store_n(&turns[i].over, 1, __ATOMIC_RELEASE);
  if (held > 0) held--;
}

/* Sends and receives have numbers of their own in the file. */
static const uint64_t SEND = (uint64_t)1 << 32, RECEIVE = (uint64_t)2 << 32;
static uint64_t sends, receives;

uint64_t fp_await_send(void) {
  uint64_t number = __atomic_fetch_add(&sends, 1, __ATOMIC_RELAXED);
  await_turn(SEND + number);
  return number;
}

uint64_t fp_next_receive(void) { return __atomic_fetch_add(&receives, 1, __ATOMIC_RELAXED); }

void fp_received(uint64_t number) {
  for (size_t i = 0; i < turn_count; i++)
    if (turns[i].first_rank == own_rank && turns[i].first_number == RECEIVE + number)
      __atomic_store_n(&turns[i].over, 1, __ATOMIC_RELEASE);
}

int fp_begin(enum fp_model model, int rank, int size, unsigned constants, uint64_t (*constant)(unsigned)) {
  int first = models_in_use() == 0;
  using[model] = 1;
  if (model != FP_MPI) fp_time_matters = 1; /* these have locks and signals in every program */
  if (models_in_use() == 2) atexit(exits);
  if (first) keep_pmix_loaded();
  if (first) shake(rank);
  if (first && own_world == 0) replay(rank); /* these name ranks of the first world */
  if (first && own_world == 0) hold_at(rank);
  if (first && !began_without && !fp_ring_open()) return 0;
  if (!fp_recording) return 0;
  write_process(0, model, rank, size, constants, constant);
  if (first && !began_without) dl_iterate_phdr(write_module, NULL);
  return 1;
}

void fp_end(enum fp_model model) {
  using[model] = 0;
  ended_one = 1;
  if (models_in_use() == 0 && !began_without) fp_ring_close();
}

void fp_may_end(void) {
  static int registered;
  ended_one = 1;
  if (!registered) atexit(exits);
  registered = 1;
}
