/* Who belongs to a communicator or a group, and who is whose neighbour. */
#include "mpi_hooks.h"

#include <stdlib.h>

int fp_size(MPI_Comm comm) {
  int size, inter;
  PMPI_Comm_test_inter(comm, &inter);
  if (inter) PMPI_Comm_remote_size(comm, &size);
  else PMPI_Comm_size(comm, &size);
  return size;
}

int fp_rank(MPI_Comm comm) {
  int rank;
  PMPI_Comm_rank(comm, &rank);
  return rank;
}

/* Whether the caller is the root. Between two groups the root says MPI_ROOT, and the other group its rank (MPI 4.1, 6.2.3). */
int fp_at(int root, MPI_Comm comm) {
  int inter;
  PMPI_Comm_test_inter(comm, &inter);
  return inter ? root == MPI_ROOT : fp_rank(comm) == root;
}

int fp_size_at(int root, MPI_Comm comm) { return fp_at(root, comm) ? fp_size(comm) : 0; }

int fp_size_unless(int absent, MPI_Comm comm) { return absent ? 0 : fp_size(comm); }

static MPI_Group world;

void fp_keep_world(MPI_Group group) { world = group; }

/* Says who they are, in an array of the caller's. */
static int members_of(MPI_Group group, uint64_t **members, size_t *room) {
  static int *own, *there;
  static size_t own_room, there_room;
  int size = 0;
  if (group == MPI_GROUP_NULL) return 0;
  PMPI_Group_size(group, &size);
  *members = fp_room(*members, room, (size_t)size, sizeof **members);
  own = fp_room(own, &own_room, (size_t)size, sizeof *own);
  there = fp_room(there, &there_room, (size_t)size, sizeof *there);
  for (int i = 0; i < size; i++) own[i] = i;
  if (size > 0) PMPI_Group_translate_ranks(group, size, own, world, there);
  for (int i = 0; i < size; i++)
    (*members)[i] = there[i] == MPI_UNDEFINED ? fp_foreign(group, i) : fp_world() | (uint64_t)there[i];
  return size;
}

int fp_group_ranks(MPI_Group group, const uint64_t **ranks) {
  static uint64_t *members;
  static size_t room;
  int size = members_of(group, &members, &room);
  *ranks = members;
  return size;
}

int fp_comm_ranks(MPI_Comm comm, const uint64_t **ranks) {
  static uint64_t *members;
  static size_t room;
  MPI_Group group;
  *ranks = NULL;
  if (comm == MPI_COMM_NULL) return 0;
  PMPI_Comm_group(comm, &group);
  int size = members_of(group, &members, &room);
  PMPI_Group_free(&group);
  *ranks = members;
  return size;
}

int fp_remote_ranks(MPI_Comm comm, const uint64_t **ranks) {
  static uint64_t *members;
  static size_t room;
  MPI_Group group;
  int inter = 0;
  *ranks = NULL;
  if (comm != MPI_COMM_NULL) PMPI_Comm_test_inter(comm, &inter);
  if (!inter) return 0;
  PMPI_Comm_remote_group(comm, &group);
  int size = members_of(group, &members, &room);
  PMPI_Group_free(&group);
  *ranks = members;
  return size;
}

/* The neighbours of this process in the topology of the communicator (MPI 4.1, 8.6): sources, then destinations. */
static int neighbors(MPI_Comm comm, int *indegree, int *outdegree, int **list) {
  static int *found;
  static size_t room;
  int kind, weighted, dims = 0;
  *indegree = *outdegree = 0;
  PMPI_Topo_test(comm, &kind);
  if (kind == MPI_DIST_GRAPH) {
    PMPI_Dist_graph_neighbors_count(comm, indegree, outdegree, &weighted);
    int total = *indegree + *outdegree;
    found = fp_room(found, &room, (size_t)total + 1, sizeof *found);
    int *weights = malloc((size_t)(total + 1) * sizeof *weights);
    PMPI_Dist_graph_neighbors(comm, *indegree, found, weighted ? weights : MPI_UNWEIGHTED, *outdegree, found + *indegree,
                              weighted ? weights + *indegree : MPI_UNWEIGHTED);
    free(weights);
  } else if (kind == MPI_GRAPH) {
    PMPI_Graph_neighbors_count(comm, fp_rank(comm), indegree);
    *outdegree = *indegree;
    found = fp_room(found, &room, 2 * (size_t)*indegree + 1, sizeof *found);
    PMPI_Graph_neighbors(comm, fp_rank(comm), *indegree, found);
    PMPI_Graph_neighbors(comm, fp_rank(comm), *indegree, found + *indegree);
  } else if (kind == MPI_CART) {
    PMPI_Cartdim_get(comm, &dims);
    *indegree = *outdegree = 2 * dims;
    found = fp_room(found, &room, 4 * (size_t)dims + 1, sizeof *found);
    for (int d = 0; d < dims; d++) {
      PMPI_Cart_shift(comm, d, 1, &found[2 * d], &found[2 * d + 1]);
      PMPI_Cart_shift(comm, d, 1, &found[2 * dims + 2 * d], &found[2 * dims + 2 * d + 1]);
    }
  }
  *list = found;
  return *indegree;
}

int fp_neighbors(MPI_Comm comm, const int **sources) {
  int indegree, outdegree, *list;
  neighbors(comm, &indegree, &outdegree, &list);
  *sources = list;
  return indegree;
}

int fp_indegree(MPI_Comm comm) {
  int indegree, outdegree, *list;
  return neighbors(comm, &indegree, &outdegree, &list);
}

int fp_outdegree(MPI_Comm comm) {
  int indegree, outdegree, *list;
  neighbors(comm, &indegree, &outdegree, &list);
  return outdegree;
}
