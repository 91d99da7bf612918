/* Teams and active sets, barriers, locks. */
#include "runtime.h"

#include <stdlib.h>

struct shmem_testbed_team shmem_testbed_world, shmem_testbed_shared;

/* ---- waiting for each other ---- */

/*
 * In the work array of the first member, [0] counts arrivals; the last one to come restores it and sets [1] of each member, who
 * restores that in turn. So the array can be used again at once.
 */
void synchronise(const struct group *group) {
  const long idle = SHMEM_SYNC_VALUE;
  if (group->size == 1) {
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    return;
  }
  long *arrivals = find_counterpart(&group->sync[0], sizeof(long), member(group, 0), false);
  if (__atomic_fetch_add(arrivals, 1, __ATOMIC_SEQ_CST) == idle + group->size - 1) {
    __atomic_store_n(arrivals, idle, __ATOMIC_SEQ_CST);
    for (int i = 0; i < group->size; i++)
      if (i != group->me)
        __atomic_store_n((long *)find_counterpart(&group->sync[1], sizeof(long), member(group, i), false), 0, __ATOMIC_SEQ_CST);
  } else {
    for (unsigned turns = 0; __atomic_load_n(&group->sync[1], __ATOMIC_SEQ_CST) == idle;) relax(&turns);
    __atomic_store_n(&group->sync[1], idle, __ATOMIC_SEQ_CST);
  }
}

struct group group_of(const char *caller, shmem_team_t team) {
  enter(caller);
  if (team == SHMEM_TEAM_INVALID) fail(caller, "the team is invalid");
  return team->group;
}

struct group active_set(const char *caller, int start, int log_stride, int size, long *sync) {
  enter(caller);
  long stride = log_stride < 0 || log_stride > 30 ? 0 : 1L << log_stride;
  if (start < 0 || stride == 0 || size < 1 || start + (size - 1) * stride >= n_pes)
    fail(caller, "the active set of %d PEs from %d, 2^%d apart, does not lie within the %d PEs", size, start, log_stride, n_pes);
  if (my_pe < start || (my_pe - start) % stride != 0 || (my_pe - start) / stride >= size)
    fail(caller, "this PE is not in the active set of %d PEs from %d, 2^%d apart", size, start, log_stride);
  writable_at(caller, sync, SHMEM_SYNC_SIZE * sizeof *sync, my_pe);
  if (__atomic_load_n(&sync[1], __ATOMIC_SEQ_CST) != SHMEM_SYNC_VALUE)
    fail(caller, "pSync is not filled with SHMEM_SYNC_VALUE, or still in use");
  return (struct group){start, (int)stride, size, (int)((my_pe - start) / stride), sync};
}

API(void, shmem_sync_all, void) {
  enter(CALLER);
  synchronise(&SHMEM_TEAM_WORLD->group);
}

API(void, shmem_barrier_all, void) {
  enter(CALLER);
  quiet(SHMEM_CTX_DEFAULT);
  synchronise(&SHMEM_TEAM_WORLD->group);
}

API(int, shmem_team_sync, shmem_team_t team) {
  struct group group = group_of(CALLER, team);
  synchronise(&group);
  return 0;
}

API(void, shmem_sync, int PE_start, int logPE_stride, int PE_size, long *pSync) {
  struct group group = active_set(CALLER, PE_start, logPE_stride, PE_size, pSync);
  synchronise(&group);
}

API(void, shmem_barrier, int PE_start, int logPE_stride, int PE_size, long *pSync) {
  struct group group = active_set(CALLER, PE_start, logPE_stride, PE_size, pSync);
  quiet(SHMEM_CTX_DEFAULT);
  synchronise(&group);
}

/* ---- teams ---- */

static bool uses(const uint64_t *teams, int id) { return teams[id / 64] >> id % 64 & 1; }
static void mark(uint64_t *teams, int id, bool used) {
  uint64_t bit = (uint64_t)1 << id % 64;
  teams[id / 64] = used ? teams[id / 64] | bit : teams[id / 64] & ~bit;
}

static void open_team(shmem_team_t team, struct group group, int id) {
  group.sync = shared->sync[id];
  team->group = group;
  team->id = id;
  mark(shared->teams, id, true);
}

void open_predefined_teams(void) {
  struct group everyone = {.start = 0, .stride = 1, .size = n_pes, .me = my_pe};
  for (int id = 0; id < MOST_TEAMS; id++)
    for (int i = 0; i < SHMEM_SYNC_SIZE; i++) shared->sync[id][i] = SHMEM_SYNC_VALUE;
  open_team(SHMEM_TEAM_WORLD, everyone, 0);
  open_team(SHMEM_TEAM_SHARED, everyone, 1);
}

/* A number, and with it a work array, that none of the members uses yet; or -1. */
static int free_number(const struct group *group) {
  for (int id = 0; id < MOST_TEAMS; id++) {
    bool used = false;
    for (int i = 0; i < group->size && !used; i++) {
      struct shared_state *theirs = find_counterpart(shared, sizeof *shared, member(group, i), false);
      used = uses(theirs->teams, id);
    }
    if (!used) return id;
  }
  return -1;
}

/*
 * Collective over the parent: each PE makes the team that it will be in, if any. All choose a number before any of them
 * marks one as used.
 */
static shmem_team_t split(const struct group *parent, struct group group, const shmem_team_config_t *config, long mask) {
  synchronise(parent);
  int id = group.size > 0 ? free_number(&group) : -1;
  synchronise(parent);
  shmem_team_t team = id < 0 ? SHMEM_TEAM_INVALID : calloc(1, sizeof *team);
  if (team == SHMEM_TEAM_INVALID) return team;
  if (mask & SHMEM_TEAM_NUM_CONTEXTS) team->config = *config;
  open_team(team, group, id);
  return team;
}

/* The PEs of the parent with these numbers there, if the calling one is among them. */
static struct group part_of(const struct group *parent, int start, int stride, int size) {
  struct group group = {.start = member(parent, start), .stride = parent->stride * stride, .size = size};
  for (int i = 0; i < size; i++) {
    group.me = i;
    if (member(&group, i) == my_pe) return group;
  }
  return (struct group){.size = 0};
}

API(int, shmem_team_split_strided, shmem_team_t parent_team, int start, int stride, int size, const shmem_team_config_t *config,
    long config_mask, shmem_team_t *new_team) {
  enter(CALLER);
  *new_team = SHMEM_TEAM_INVALID;
  if (parent_team == SHMEM_TEAM_INVALID) return 1;
  struct group parent = parent_team->group;
  long last = start + (long)stride * (size - 1);
  if (size < 1 || start < 0 || start >= parent.size || last < 0 || last >= parent.size || (stride == 0 && size > 1)) return 1;
  struct group group = part_of(&parent, start, stride, size);
  *new_team = split(&parent, group, config, config_mask);
  return group.size > 0 && *new_team == SHMEM_TEAM_INVALID;
}

API(int, shmem_team_split_2d, shmem_team_t parent_team, int xrange, const shmem_team_config_t *xaxis_config, long xaxis_mask,
    shmem_team_t *xaxis_team, const shmem_team_config_t *yaxis_config, long yaxis_mask, shmem_team_t *yaxis_team) {
  enter(CALLER);
  *xaxis_team = *yaxis_team = SHMEM_TEAM_INVALID;
  if (parent_team == SHMEM_TEAM_INVALID || xrange < 1) return 1;
  struct group parent = parent_team->group;
  if (xrange > parent.size) xrange = parent.size;
  int x = parent.me % xrange, y = parent.me / xrange, row = y * xrange;
  int columns = parent.size - row < xrange ? parent.size - row : xrange;
  int rows = (parent.size - x + xrange - 1) / xrange;
  *xaxis_team = split(&parent, part_of(&parent, row, 1, columns), xaxis_config, xaxis_mask);
  *yaxis_team = split(&parent, part_of(&parent, x, xrange, rows), yaxis_config, yaxis_mask);
  return *xaxis_team == SHMEM_TEAM_INVALID || *yaxis_team == SHMEM_TEAM_INVALID;
}

API(void, shmem_team_destroy, shmem_team_t team) {
  enter(CALLER);
  if (team == SHMEM_TEAM_WORLD || team == SHMEM_TEAM_SHARED) fail(CALLER, "a predefined team cannot be destroyed");
  if (team == SHMEM_TEAM_INVALID) return;
  close_contexts_of(team);
  synchronise(&team->group);
  mark(shared->teams, team->id, false);
  free(team);
}

API(int, shmem_team_my_pe, shmem_team_t team) {
  enter(CALLER);
  return team == SHMEM_TEAM_INVALID ? -1 : team->group.me;
}

API(int, shmem_team_n_pes, shmem_team_t team) {
  enter(CALLER);
  return team == SHMEM_TEAM_INVALID ? -1 : team->group.size;
}

API(int, shmem_team_get_config, shmem_team_t team, long config_mask, shmem_team_config_t *config) {
  enter(CALLER);
  if (team == SHMEM_TEAM_INVALID) return 1;
  if (config_mask & SHMEM_TEAM_NUM_CONTEXTS) config->num_contexts = team->config.num_contexts;
  return 0;
}

API(int, shmem_team_translate_pe, shmem_team_t src_team, int src_pe, shmem_team_t dest_team) {
  enter(CALLER);
  if (src_team == SHMEM_TEAM_INVALID || dest_team == SHMEM_TEAM_INVALID || src_pe < 0 || src_pe >= src_team->group.size) return -1;
  for (int i = 0; i < dest_team->group.size; i++)
    if (member(&dest_team->group, i) == member(&src_team->group, src_pe)) return i;
  return -1;
}

/* ---- locks ---- */

/* Tickets, in the copy of PE 0: the upper half is the next one to be given out, the lower half the one that holds the lock. */
struct __attribute__((aligned(sizeof(long)))) tickets {
  uint32_t holder, next;
};
_Static_assert(sizeof(struct tickets) == sizeof(long), "a lock is a long");

static struct tickets *lock_of(const char *caller, long *lock) {
  enter(caller);
  return writable_at(caller, lock, sizeof *lock, 0);
}

API(void, shmem_set_lock, long *lock) {
  struct tickets *tickets = lock_of(CALLER, lock);
  uint32_t mine = __atomic_fetch_add(&tickets->next, 1, __ATOMIC_SEQ_CST);
  for (unsigned turns = 0; __atomic_load_n(&tickets->holder, __ATOMIC_SEQ_CST) != mine;) relax(&turns);
}

API(int, shmem_test_lock, long *lock) {
  struct tickets *tickets = lock_of(CALLER, lock);
  struct tickets free_one, taken;
  free_one.holder = free_one.next = __atomic_load_n(&tickets->holder, __ATOMIC_SEQ_CST);
  taken = (struct tickets){free_one.holder, free_one.next + 1};
  return !__atomic_compare_exchange(tickets, &free_one, &taken, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}

/* Whoever gets the lock next sees what has been put under it (1.5, section 9.12). */
API(void, shmem_clear_lock, long *lock) {
  struct tickets *tickets = lock_of(CALLER, lock);
  if (__atomic_load_n(&tickets->holder, __ATOMIC_SEQ_CST) == __atomic_load_n(&tickets->next, __ATOMIC_SEQ_CST))
    fail(CALLER, "nobody holds the lock");
  quiet(SHMEM_CTX_DEFAULT);
  __atomic_fetch_add(&tickets->holder, 1, __ATOMIC_SEQ_CST);
}
