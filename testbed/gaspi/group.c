/*
 * Groups and collectives. Each member counts the collectives of the group that it has entered; a collective is over when every
 * member's count has reached the own one. What a member brings to a reduction lies beside its count, in one of two places in turn:
 * nobody can be two collectives ahead of a member that is still reading. A collective that ran into its timeout is resumed by
 * the next call, which finds it entered already.
 */
#include "runtime.h"

enum slot_state { FREE, RESERVED, OPEN };
enum { NO_SLOT = -1, SLOT_OF_ALL = 0 };

struct group {
  bool exists, committed;
  bool member[MAX_RANKS];
  gaspi_number_t size;
  int slot;
  uint64_t asked;   /* how many groups the process had begun to commit before, from 1 on */
  uint64_t entered; /* collectives */
  enum collective underway;
};
static struct group groups[MAX_GROUPS];
static pthread_mutex_t groups_lock = PTHREAD_MUTEX_INITIALIZER;

void gtb_group_start(void) {
  for (int i = 0; i < MAX_GROUPS; i++) groups[i] = (struct group){.slot = NO_SLOT};
  struct group *all = &groups[GASPI_GROUP_ALL];
  *all = (struct group){.exists = true, .committed = true, .size = gtb.ranks, .slot = SLOT_OF_ALL};
  for (gaspi_rank_t rank = 0; rank < gtb.ranks; rank++) all->member[rank] = true;
  atomic_store(&gtb.shared->group[SLOT_OF_ALL].state, RESERVED);
}

static gaspi_return_t check_exists(const char *call, gaspi_group_t group) {
  TRY(gtb_check_ready(call));
  if (group < MAX_GROUPS && groups[group].exists) return GASPI_SUCCESS;
  return gtb_fail(GASPI_ERR_INV_GROUP, call, "group %d does not exist: create it with gaspi_group_create", group);
}

gaspi_return_t gtb_check_group(const char *call, gaspi_group_t group) {
  TRY(check_exists(call, group));
  if (groups[group].committed) return GASPI_SUCCESS;
  return gtb_fail(GASPI_ERR_INV_GROUP, call, "group %d is not committed: all members must call gaspi_group_commit first", group);
}

bool gtb_is_member(gaspi_group_t group, gaspi_rank_t rank) { return groups[group].member[rank]; }

/* ---- groups ---- */

gaspi_return_t pgaspi_group_create(gaspi_group_t *const group) {
  TRY(gtb_check_ready("group_create"));
  TRY_POINTER("group_create", group);
  pthread_mutex_lock(&groups_lock);
  gaspi_number_t id = 0;
  while (id < gtb.config.group_max && groups[id].exists) id++;
  if (id < gtb.config.group_max) groups[id] = (struct group){.exists = true, .slot = NO_SLOT};
  pthread_mutex_unlock(&groups_lock);
  if (id == gtb.config.group_max)
    return gtb_fail(GASPI_ERR_MANY_GRP, "group_create", "there are %u groups, as many as configured (gaspi_group_max)", id);
  *group = (gaspi_group_t)id;
  return GASPI_SUCCESS;
}
PROFILED(group_create)

gaspi_return_t pgaspi_group_add(const gaspi_group_t group, const gaspi_rank_t rank) {
  TRY(check_exists("group_add", group));
  struct group *found = &groups[group];
  TRY(gtb_check_rank("group_add", rank));
  if (found->committed) return gtb_fail(GASPI_ERR_INV_GROUP, "group_add", "group %d is committed: add ranks before", group);
  if (found->member[rank]) return gtb_fail(GASPI_ERR_INV_RANK, "group_add", "rank %d is in group %d already", rank, group);
  found->member[rank] = true;
  found->size++;
  return GASPI_SUCCESS;
}
PROFILED(group_add)

static gaspi_rank_t leader(const struct group *group) {
  gaspi_rank_t rank = 0;
  while (!group->member[rank]) rank++;
  return rank;
}

static bool open_slot(struct group *group) {
  for (int i = SLOT_OF_ALL + 1; i < GROUP_SLOTS; i++) {
    struct group_slot *slot = &gtb.shared->group[i];
    int expected = FREE;
    if (!atomic_compare_exchange_strong(&slot->state, &expected, RESERVED)) continue;
    for (gaspi_rank_t rank = 0; rank < gtb.ranks; rank++) atomic_store(&slot->member[rank], group->member[rank] ? INVITED : OUTSIDE);
    atomic_store(&slot->gone, 0);
    slot->serial = atomic_fetch_add(&gtb.shared->serial, 1);
    atomic_store(&slot->state, OPEN);
    group->slot = i;
    return true;
  }
  return false;
}

static bool invites(struct group_slot *slot, const struct group *group) {
  if (atomic_load(&slot->state) != OPEN || atomic_load(&slot->member[gtb.rank]) != INVITED) return false;
  for (gaspi_rank_t rank = 0; rank < gtb.ranks; rank++)
    if ((atomic_load(&slot->member[rank]) != OUTSIDE) != group->member[rank]) return false;
  return true;
}

static bool same_members(const struct group *one, const struct group *other) {
  for (gaspi_rank_t rank = 0; rank < gtb.ranks; rank++)
    if (one->member[rank] != other->member[rank]) return false;
  return true;
}

static bool is_next(const struct group *group) {
  for (int i = 0; i < MAX_GROUPS; i++) {
    const struct group *other = &groups[i];
    if (other->asked != 0 && other->asked < group->asked && other->slot == NO_SLOT && same_members(other, group)) return false;
  }
  return true;
}

/* The oldest slot of these members that the process has not joined: members begin to commit their groups in the same order. */
static void find_slot(struct group *group) {
  if (!is_next(group)) return;
  for (int i = SLOT_OF_ALL + 1; i < GROUP_SLOTS; i++) {
    struct group_slot *slot = &gtb.shared->group[i];
    if (invites(slot, group) && (group->slot == NO_SLOT || slot->serial < gtb.shared->group[group->slot].serial)) group->slot = i;
  }
}

static bool everybody_joined(const struct group *group) {
  for (gaspi_rank_t rank = 0; rank < gtb.ranks; rank++)
    if (group->member[rank] && atomic_load(&gtb.shared->group[group->slot].member[rank]) < JOINED) return false;
  return true;
}

static void join(struct group *group) {
  atomic_store(&gtb.own->arrival[group->slot].count, 0);
  atomic_store(&gtb.shared->group[group->slot].member[gtb.rank], JOINED);
}

gaspi_return_t pgaspi_group_commit(const gaspi_group_t group, const gaspi_timeout_t timeout_ms) {
  TRY(check_exists("group_commit", group));
  struct group *found = &groups[group];
  if (!found->member[gtb.rank])
    return gtb_fail(GASPI_ERR_INV_GROUP, "group_commit", "the calling rank is not in group %d: only members commit it", group);
  if (found->committed) return GASPI_SUCCESS;
  static uint64_t asked;
  if (found->asked == 0) found->asked = ++asked;
  struct patience patience = gtb_patience(timeout_ms);
  if (found->slot == NO_SLOT && leader(found) == gtb.rank && !open_slot(found))
    return gtb_fail(GASPI_ERR_MANY_GRP, "group_commit", "all ranks together have %d groups already", GROUP_SLOTS);
  while (found->slot == NO_SLOT) {
    find_slot(found);
    if (found->slot == NO_SLOT && !gtb_pause(&patience)) return GASPI_TIMEOUT;
  }
  if (atomic_load(&gtb.shared->group[found->slot].member[gtb.rank]) == INVITED) join(found);
  while (!everybody_joined(found))
    if (!gtb_pause(&patience)) return GASPI_TIMEOUT;
  found->committed = true;
  return GASPI_SUCCESS;
}
PROFILED(group_commit)

gaspi_return_t pgaspi_group_delete(const gaspi_group_t group) {
  TRY(check_exists("group_delete", group));
  struct group *found = &groups[group];
  if (group == GASPI_GROUP_ALL) return gtb_fail(GASPI_ERR_INV_GROUP, "group_delete", "GASPI_GROUP_ALL cannot be deleted");
  if (found->slot != NO_SLOT) {
    struct group_slot *slot = &gtb.shared->group[found->slot];
    atomic_store(&slot->member[gtb.rank], GONE);
    if (atomic_fetch_add(&slot->gone, 1) + 1 == (int)found->size) atomic_store(&slot->state, FREE);
  }
  pthread_mutex_lock(&groups_lock);
  *found = (struct group){.slot = NO_SLOT};
  pthread_mutex_unlock(&groups_lock);
  return GASPI_SUCCESS;
}
PROFILED(group_delete)

gaspi_return_t pgaspi_group_num(gaspi_number_t *const group_num) {
  TRY(gtb_check_ready("group_num"));
  TRY_POINTER("group_num", group_num);
  *group_num = 0;
  for (int i = 0; i < MAX_GROUPS; i++) *group_num += groups[i].exists;
  return GASPI_SUCCESS;
}
PROFILED(group_num)

gaspi_return_t pgaspi_group_size(const gaspi_group_t group, gaspi_number_t *const group_size) {
  TRY(check_exists("group_size", group));
  struct group *found = &groups[group];
  TRY_POINTER("group_size", group_size);
  *group_size = found->size;
  return GASPI_SUCCESS;
}
PROFILED(group_size)

gaspi_return_t pgaspi_group_ranks(const gaspi_group_t group, gaspi_rank_t *const group_ranks) {
  TRY(check_exists("group_ranks", group));
  struct group *found = &groups[group];
  TRY_POINTER("group_ranks", group_ranks);
  gaspi_number_t n = 0;
  for (gaspi_rank_t rank = 0; rank < gtb.ranks; rank++)
    if (found->member[rank]) group_ranks[n++] = rank;
  return GASPI_SUCCESS;
}
PROFILED(group_ranks)

/* ---- collectives ---- */

static struct arrival *arrival(const struct group *group, gaspi_rank_t rank) {
  return &gtb.shared->process[rank].arrival[group->slot];
}

static bool everybody_entered(const struct group *group) {
  for (gaspi_rank_t rank = 0; rank < gtb.ranks; rank++)
    if (group->member[rank] && atomic_load(&arrival(group, rank)->count) < group->entered) return false;
  return true;
}

/* Enters the collective with these data, unless a call before did, and waits for the others. */
static gaspi_return_t meet(const char *call, struct group *group, enum collective kind, const void *data, size_t size,
                           gaspi_timeout_t timeout) {
  if (group->underway != NO_COLLECTIVE && group->underway != kind)
    return gtb_fail(GASPI_ERR_ACTIVE_COLL, call, "another collective of the group ran into its timeout: finish that one first");
  struct patience patience = gtb_patience(timeout);
  if (group->underway == NO_COLLECTIVE) {
    group->underway = kind;
    group->entered++;
    gtb_copy(arrival(group, gtb.rank)->data[group->entered % 2], data, size);
    atomic_store(&arrival(group, gtb.rank)->count, group->entered);
  }
  while (!everybody_entered(group))
    if (!gtb_pause(&patience)) return GASPI_TIMEOUT;
  group->underway = NO_COLLECTIVE;
  return GASPI_SUCCESS;
}

gaspi_return_t gtb_meet(const char *call, gaspi_group_t group, enum collective kind, gaspi_timeout_t timeout) {
  TRY(gtb_check_group(call, group));
  return meet(call, &groups[group], kind, NULL, 0, timeout);
}

gaspi_return_t pgaspi_barrier(const gaspi_group_t group, const gaspi_timeout_t timeout_ms) {
  return gtb_meet("barrier", group, BARRIER, timeout_ms);
}
PROFILED(barrier)

#define COMBINE(type, name)                                                                                          \
  static void combine_##name(void *into, const void *with, gaspi_number_t num, gaspi_operation_t operation) {        \
    type *a = into;                                                                                                  \
    const type *b = with;                                                                                            \
    for (gaspi_number_t i = 0; i < num; i++)                                                                         \
      a[i] = operation == GASPI_OP_SUM ? a[i] + b[i] : (operation == GASPI_OP_MIN) == (b[i] < a[i]) ? b[i] : a[i];   \
  }
COMBINE(int, int)
COMBINE(unsigned, uint)
COMBINE(float, float)
COMBINE(double, double)
COMBINE(long, long)
COMBINE(unsigned long, ulong)

static const struct {
  size_t size;
  void (*combine)(void *, const void *, gaspi_number_t, gaspi_operation_t);
} types[] = {
    [GASPI_TYPE_INT] = {sizeof(int), combine_int},          [GASPI_TYPE_UINT] = {sizeof(unsigned), combine_uint},
    [GASPI_TYPE_FLOAT] = {sizeof(float), combine_float},    [GASPI_TYPE_DOUBLE] = {sizeof(double), combine_double},
    [GASPI_TYPE_LONG] = {sizeof(long), combine_long},       [GASPI_TYPE_ULONG] = {sizeof(unsigned long), combine_ulong},
};

/* Every member combines all contributions in the order of ranks: all get the same bits. */
struct reduction {
  const char *call;
  enum collective kind;
  const void *send;
  void *receive;
  gaspi_number_t num;
  size_t element_size;
  gaspi_operation_t operation;
  gaspi_datatype_t type;
  gaspi_reduce_operation_t user;
  gaspi_reduce_state_t state;
  gaspi_timeout_t timeout;
};

static gaspi_return_t reduce(const struct reduction *reduction, gaspi_group_t group) {
  _Alignas(16) char buffer[3][REDUCE_BYTES];
  char *result = buffer[0], *operand = buffer[1], *previous = buffer[2];
  struct group *members = &groups[group];
  size_t size = reduction->num * reduction->element_size;
  TRY(meet(reduction->call, members, reduction->kind, reduction->send, size, reduction->timeout));
  bool first = true;
  for (gaspi_rank_t rank = 0; rank < gtb.ranks; rank++) {
    if (!members->member[rank]) continue;
    gtb_copy(first ? result : operand, arrival(members, rank)->data[members->entered % 2], size);
    if (!first && reduction->user == NULL)
      types[reduction->type].combine(result, operand, reduction->num, reduction->operation);
    if (!first && reduction->user != NULL) {
      gtb_copy(previous, result, size);
      TRY(reduction->user(previous, operand, result, reduction->state, reduction->num, reduction->element_size, reduction->timeout));
    }
    first = false;
  }
  gtb_copy(reduction->receive, result, size);
  return GASPI_SUCCESS;
}

gaspi_return_t pgaspi_allreduce(gaspi_pointer_t const buffer_send, gaspi_pointer_t const buffer_receive, const gaspi_number_t num,
                                const gaspi_operation_t operation, const gaspi_datatype_t datatyp, const gaspi_group_t group,
                                const gaspi_timeout_t timeout_ms) {
  TRY(gtb_check_group("allreduce", group));
  TRY_POINTER("allreduce", buffer_send);
  TRY_POINTER("allreduce", buffer_receive);
  if (num > gtb.config.allreduce_elem_max)
    return gtb_fail(GASPI_ERR_INV_NUM, "allreduce", "num is %u: at most %u elements (gaspi_allreduce_elem_max)", num,
                    gtb.config.allreduce_elem_max);
  if ((unsigned)operation > GASPI_OP_SUM || (unsigned)datatyp > GASPI_TYPE_ULONG)
    return gtb_fail(GASPI_ERROR, "allreduce", "operation %d or datatype %d is unknown", (int)operation, (int)datatyp);
  return reduce(&(struct reduction){.call = "allreduce", .kind = ALLREDUCE, .send = buffer_send, .receive = buffer_receive,
                                    .num = num, .element_size = types[datatyp].size, .operation = operation, .type = datatyp,
                                    .timeout = timeout_ms}, group);
}
PROFILED(allreduce)

gaspi_return_t pgaspi_allreduce_user(gaspi_pointer_t const buffer_send, gaspi_pointer_t const buffer_receive,
                                     const gaspi_number_t num, const gaspi_size_t element_size,
                                     gaspi_reduce_operation_t const reduce_operation, gaspi_reduce_state_t const reduce_state,
                                     const gaspi_group_t group, const gaspi_timeout_t timeout_ms) {
  TRY(gtb_check_group("allreduce_user", group));
  TRY_POINTER("allreduce_user", buffer_send);
  TRY_POINTER("allreduce_user", buffer_receive);
  TRY_POINTER("allreduce_user", reduce_operation);
  if (element_size != 0 && num > gtb.config.allreduce_buf_size / element_size)
    return gtb_fail(GASPI_ERR_INV_SIZE, "allreduce_user", "%u elements of %lu bytes: at most %lu bytes (gaspi_allreduce_buf_size)",
                    num, element_size, gtb.config.allreduce_buf_size);
  return reduce(&(struct reduction){.call = "allreduce_user", .kind = ALLREDUCE_USER, .send = buffer_send,
                                    .receive = buffer_receive, .num = num, .element_size = element_size,
                                    .user = reduce_operation, .state = reduce_state, .timeout = timeout_ms}, group);
}
PROFILED(allreduce_user)
