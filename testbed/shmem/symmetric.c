/*
 * One file in memory holds the symmetric memory of all PEs, one behind the other:
 *
 *   +-------- PE 0 --------+-------- PE 1 --------+- ...
 *   | state | heap | globals | state | heap | globals |
 *
 * Each PE maps all of it, to reach the others; its own heap a second time, at the same address on all PEs if that is free;
 * and its own globals in the place where its .data and .bss were, with their contents.
 *
 * Nothing is merged: the globals of a PE remain its own, others only can reach them. So it does no harm that there are pointers
 * among them which differ from PE to PE, private tables of a library that is linked into the program, or variables of
 * libc that the linker has copied there (stdout, environ). Only a forked child would share them with its parent: it gets its copy.
 *
 * The file has no name (memfd_create): peers open it through /proc, nothing remains when the program crashes, and the size of
 * /dev/shm does not matter.
 */
#include "runtime.h"

#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#define MOST_AREAS 6

/* A piece of symmetric memory: where it is here, and how far behind the beginning of the PE's part of the file. */
struct area {
  char *here;
  size_t size, offset;
};
static struct area areas[MOST_AREAS];
static int n_areas;
static struct area constants[MOST_AREAS]; /* of the program: the same on all PEs */
static int n_constants;
static char *all; /* the whole file */
static size_t part;

struct shared_state *shared;
char *heap;
size_t heap_size;

static uintptr_t page_below(uintptr_t address) { return address & ~((uintptr_t)sysconf(_SC_PAGESIZE) - 1); }
static uintptr_t page_above(uintptr_t address) { return page_below(address + (uintptr_t)sysconf(_SC_PAGESIZE) - 1); }

/* ---- finding the counterpart ---- */

static bool within(const struct area *area, const char *here, size_t bytes) {
  return here >= area->here && bytes <= area->size && (size_t)(here - area->here) <= area->size - bytes;
}

void *find_counterpart(const void *here, size_t bytes, int pe, bool readable) {
  const char *from = here;
  for (int i = 0; i < n_areas; i++)
    if (within(&areas[i], from, bytes))
      return pe == my_pe ? (char *)from : all + (size_t)pe * part + areas[i].offset + (from - areas[i].here);
  for (int i = 0; readable && i < n_constants; i++)
    if (within(&constants[i], from, bytes)) return (char *)from;
  return NULL;
}

static void *demand(const char *caller, const void *here, size_t bytes, int pe, bool readable) {
  void *there = find_counterpart(here, bytes, pe, readable);
  if (there == NULL)
    fail(caller, "the %zu bytes at %p are not symmetric: neither from shmem_malloc nor a global or static variable of the program",
         bytes, here);
  return there;
}

void *writable_at(const char *caller, const void *here, size_t bytes, int pe) {
  return bytes == 0 ? NULL : demand(caller, here, bytes, pe, false);
}

const void *readable_at(const char *caller, const void *here, size_t bytes, int pe) {
  return bytes == 0 ? NULL : demand(caller, here, bytes, pe, true);
}

/* ---- the globals of the program ---- */

static void add(struct area *list, int *count, uintptr_t from, uintptr_t to) {
  if (from < to && *count < MOST_AREAS) list[(*count)++] = (struct area){.here = (char *)from, .size = to - from};
}

/* The first object is the program. What the loader has made read-only after relocation (RELRO) is left out. */
static int find_globals(struct dl_phdr_info *program, size_t size, void *unused) {
  (void)size, (void)unused;
  uintptr_t relro_from = 0, relro_to = 0;
  for (int i = 0; i < program->dlpi_phnum; i++) {
    const ElfW(Phdr) *header = &program->dlpi_phdr[i];
    if (header->p_type != PT_GNU_RELRO) continue;
    relro_from = page_below(program->dlpi_addr + header->p_vaddr);
    relro_to = page_below(program->dlpi_addr + header->p_vaddr + header->p_memsz);
  }
  for (int i = 0; i < program->dlpi_phnum; i++) {
    const ElfW(Phdr) *header = &program->dlpi_phdr[i];
    if (header->p_type != PT_LOAD) continue;
    uintptr_t from = page_below(program->dlpi_addr + header->p_vaddr);
    uintptr_t to = page_above(program->dlpi_addr + header->p_vaddr + header->p_memsz);
    if (!(header->p_flags & PF_W)) {
      add(constants, &n_constants, from, to);
    } else if (relro_to <= from || relro_from >= to) {
      add(areas, &n_areas, from, to);
    } else {
      add(areas, &n_areas, from, relro_from);
      add(constants, &n_constants, relro_from, relro_to);
      add(areas, &n_areas, relro_to, to);
    }
  }
  return 1;
}

static bool is_zero(const uint64_t *page, size_t words) {
  for (size_t i = 0; i < words; i++)
    if (page[i]) return false;
  return true;
}

/* Pages of zeros stay holes of the file: tables in .bss can be large. */
static void copy_pages(char *to, const char *from, size_t bytes) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  for (size_t at = 0; at < bytes; at += page)
    if (!is_zero((const uint64_t *)(from + at), page / sizeof(uint64_t))) copy(to + at, from + at, page);
}

/* Between the copy and the mapping no variable may change, or the change is lost: this function only has its own. */
static void share_globals(int file, const struct area *area) {
  copy_pages(all + (size_t)my_pe * part + area->offset, area->here, area->size);
  void *at = mmap(area->here, area->size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file,
                  (off_t)((size_t)my_pe * part + area->offset));
  if (at == MAP_FAILED) fail("shmem_init", "cannot share the global variables: %s", strerror(errno));
}

/* ---- fork: the child gets globals of its own, as it expects ---- */

static char *snapshot;
static bool sharing;

static size_t size_of_globals(void) { return part - areas[1].offset; }

static void before_fork(void) {
  if (!sharing) return;
  snapshot = mmap(NULL, size_of_globals(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  for (int i = 1; snapshot != MAP_FAILED && i < n_areas; i++)
    copy_pages(snapshot + (areas[i].offset - areas[1].offset), areas[i].here, areas[i].size);
}

static void in_parent(void) {
  if (sharing && snapshot != MAP_FAILED) munmap(snapshot, size_of_globals());
}

/* The system call itself: UCX, which MPICH uses, puts a function in place of mremap that ignores the address. */
static void in_child(void) {
  if (!sharing || snapshot == MAP_FAILED) return;
  int count = n_areas;
  for (int i = 1; i < count; i++) {
    char *from = snapshot + (areas[i].offset - areas[1].offset);
    syscall(SYS_mremap, from, areas[i].size, areas[i].size, MREMAP_MAYMOVE | MREMAP_FIXED, areas[i].here);
  }
  sharing = false;
}

/* Before everyone else, so that the child's handlers of others find the globals already private. */
__attribute__((constructor(101))) static void prepare_for_fork(void) { pthread_atfork(before_fork, in_parent, in_child); }

/* ---- mapping ---- */

static void demand_everywhere(bool here, const char *message) {
  int good = here;
  PMPI_Allreduce(MPI_IN_PLACE, &good, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  if (!good && (my_pe == 0 || !here)) fail("shmem_init", "%s", message);
  if (!good) PMPI_Barrier(MPI_COMM_WORLD); /* until the job is ended */
}

static bool same_everywhere(uint64_t value) {
  uint64_t range[2] = {value, ~value};
  PMPI_Allreduce(MPI_IN_PLACE, range, 2, MPI_UINT64_T, MPI_MIN, MPI_COMM_WORLD);
  return range[0] == ~range[1];
}

/* A number that only processes under the same running kernel have in common. */
static uint64_t this_machine(void) {
  uint64_t hash = 1;
  int byte;
  FILE *boot = fopen("/proc/sys/kernel/random/boot_id", "r");
  while (boot && (byte = getc(boot)) != EOF) hash = hash * 31 + (unsigned)byte;
  if (boot) fclose(boot);
  return hash;
}

static int open_file_of_all(size_t bytes) {
  int where[2] = {(int)getpid(), -1};
  if (my_pe == 0) {
    where[1] = memfd_create("shmem", MFD_CLOEXEC);
    if (where[1] < 0 || ftruncate(where[1], (off_t)bytes) != 0)
      fail("shmem_init", "cannot create %zu bytes of shared memory: %s", bytes, strerror(errno));
  }
  PMPI_Bcast(where, 2, MPI_INT, 0, MPI_COMM_WORLD);
  if (my_pe == 0) return where[1];
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/fd/%d", where[0], where[1]);
  return open(path, O_RDWR | O_CLOEXEC);
}

/* Far from where systems put programs, libraries and stacks. It is a hint: if the address is taken, it becomes another one. */
static char *map_heap(int file, size_t bytes) {
  return mmap((void *)((uintptr_t)1 << 44), bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, file,
              (off_t)((size_t)my_pe * part));
}

static size_t lay_out(size_t bytes_of_heap) {
  size_t state = page_above(sizeof(struct shared_state)), end = state + bytes_of_heap;
  areas[n_areas++] = (struct area){.size = end};
  dl_iterate_phdr(find_globals, NULL);
  for (int i = 1; i < n_areas; i++) {
    areas[i].offset = end;
    end += areas[i].size;
  }
  return end;
}

void map_symmetric_memory(size_t bytes_of_heap) {
  demand_everywhere(same_everywhere(this_machine()), "all PEs must be on one node: the testbed works over shared memory");
  bytes_of_heap = page_above(bytes_of_heap);
  part = lay_out(bytes_of_heap);
  demand_everywhere(same_everywhere(part), "the PEs run different programs, or with different sizes of the symmetric heap");
  size_t bytes = part * (size_t)n_pes;
  int file = open_file_of_all(bytes);
  if (file < 0) fail("shmem_init", "cannot open the shared memory of PE 0: %s", strerror(errno));
  all = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, file, 0);
  areas[0].here = map_heap(file, areas[0].size);
  if (all == MAP_FAILED || areas[0].here == MAP_FAILED)
    fail("shmem_init", "cannot map %zu bytes of shared memory: %s", bytes, strerror(errno));
  shared = (struct shared_state *)areas[0].here;
  heap_size = bytes_of_heap;
  heap = areas[0].here + (areas[0].size - heap_size);
  for (int i = 1; i < n_areas; i++) share_globals(file, &areas[i]);
  sharing = true;
  PMPI_Barrier(MPI_COMM_WORLD); /* all have opened it */
  close(file);
}

/* The globals stay where they are. */
void unmap_symmetric_memory(void) {
  munmap(all, part * (size_t)n_pes);
  munmap(areas[0].here, areas[0].size);
}
