/*
 * Memory of the user as a segment (gaspi_segment_bind, gaspi_segment_use). Its pages, whatever else lies on them, move into the
 * shared object at the offset that equals their address, and are mapped from there at the same address: pointers stay valid, and
 * the segment is then like any other, atomics included. (Reading and writing another process's private memory with
 * process_vm_readv and process_vm_writev has no atomics and is forbidden on many systems.) Two segments on one page share it.
 *
 * Heap, static and stack memory will do. Memory that is shared with other processes already is refused: moving it would end
 * the sharing. While pages move, no other thread may store to them.
 */
#define _GNU_SOURCE
#include "runtime.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <ucontext.h>
#include <unistd.h>

struct move {
  uintptr_t from, to;
  int protection;
  int error;
};

static bool write_out(struct move *move) {
  for (uintptr_t at = move->from; at < move->to;) {
    ssize_t written = pwrite(gtb.fd, (void *)at, move->to - at, gtb_mirror(gtb.rank, at));
    if (written < 0) return false;
    at += (uintptr_t)written;
  }
  return true;
}

static void move_pages(struct move *move) {
  void *address = (void *)move->from;
  if (!write_out(move) || mmap(address, move->to - move->from, move->protection, MAP_SHARED | MAP_FIXED, gtb.fd,
                               gtb_mirror(gtb.rank, move->from)) == MAP_FAILED)
    move->error = errno;
}

/* A stack of its own, and on it the contexts: what the mover writes while it works must not be on a page that it moves. */
struct excursion {
  ucontext_t back, there;
  struct move move;
  char stack[64 * 1024];
};
static struct excursion *excursion;

static void on_own_stack(void) { move_pages(&excursion->move); }

static int move_aside(struct move move) {
  void *memory = mmap(NULL, sizeof *excursion, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return errno;
  excursion = memory;
  excursion->move = move;
  getcontext(&excursion->there);
  excursion->there.uc_stack.ss_sp = excursion->stack;
  excursion->there.uc_stack.ss_size = sizeof excursion->stack;
  excursion->there.uc_link = &excursion->back;
  makecontext(&excursion->there, on_own_stack, 0);
  swapcontext(&excursion->back, &excursion->there);
  int error = excursion->move.error;
  munmap(excursion, sizeof *excursion);
  return error;
}

/* One line of /proc/self/maps. */
struct mapping {
  uintptr_t from, to;
  char access[5];
  uint64_t offset;
  unsigned major, minor;
  unsigned long inode;
};

static bool next_mapping(FILE *maps, struct mapping *mapping) {
  char line[4500];
  if (fgets(line, sizeof line, maps) == NULL) return false;
  return sscanf(line, "%lx-%lx %4s %lx %x:%x %lu", &mapping->from, &mapping->to, mapping->access, &mapping->offset,
                &mapping->major, &mapping->minor, &mapping->inode) == 7;
}

static int protection(const char *access) {
  return (access[0] == 'r' ? PROT_READ : 0) | (access[1] == 'w' ? PROT_WRITE : 0) | (access[2] == 'x' ? PROT_EXEC : 0);
}

static int refuse(const char *call, uintptr_t at, const char *why) {
  gtb_fail(GASPI_ERR_MEMALLOC, call, "the memory at %p %s", (void *)at, why);
  return -1;
}

static int share(const char *call, const struct mapping *mapping, struct move move, const struct stat *object) {
  bool ours = mapping->inode == object->st_ino && makedev(mapping->major, mapping->minor) == object->st_dev;
  if (ours && (off_t)mapping->offset == gtb_mirror(gtb.rank, mapping->from)) return 0;
  if (mapping->access[3] == 's' && !ours)
    return refuse(call, move.from, "is shared with other processes already: bind private memory");
  if (mapping->access[0] != 'r') return refuse(call, move.from, "cannot be read");
  move.protection = protection(mapping->access);
  int error = move_aside(move);
  return error == 0 ? 0 : refuse(call, move.from, strerror(error));
}

/* The pages of [from, to), run by run as they are mapped now; those that are in the object already stay. */
int gtb_share_pages(const char *call, uintptr_t from, uintptr_t to) {
  struct stat object;
  if (fstat(gtb.fd, &object) != 0) return refuse(call, from, strerror(errno));
  while (from < to) {
    FILE *maps = fopen("/proc/self/maps", "re");
    if (maps == NULL) return refuse(call, from, "cannot be examined: /proc is not mounted");
    struct mapping mapping;
    bool found = false;
    while (!found && next_mapping(maps, &mapping)) found = mapping.from <= from && from < mapping.to;
    fclose(maps);
    if (!found) return refuse(call, from, "is not mapped: pass memory that was allocated");
    uintptr_t end = to < mapping.to ? to : mapping.to;
    if (share(call, &mapping, (struct move){from, end, 0, 0}, &object) != 0) return -1;
    from = end;
  }
  return 0;
}
