// ranks: 2
// The window is reached through a list on the heap.
#include <mpi.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT 1024
static volatile int sink;
struct node { struct node *next; int *value; };
static struct node *push(struct node *list, int *value) {
  struct node *node = malloc(sizeof *node);
  node->next = list;
  node->value = value;
  return node;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, *window, origin[COUNT] = {0};
  MPI_Win win;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(COUNT * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window, &win);
  memset(window, 0, COUNT * sizeof(int));
  int plain = 0;
  struct node *list = push(push(push(NULL, &plain), window + 3), &plain);
  MPI_Win_fence(0, win);
  if (rank == 0) MPI_Put(origin, COUNT, MPI_INT, 1, 0, COUNT, MPI_INT, win); // RACE
#ifdef FIXED
  MPI_Win_fence(0, win);
#endif
  if (rank == 1) for (struct node *n = list; n; n = n->next) sink = *n->value; // RACE
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
